-- KEYS[1] begins every key of a domain of the tree; urltree/store/keys.py draws them. ARGV: those that each domain has.

local names = {}
for i, name in ipairs(ARGV) do names[i] = KEYS[1] .. name end
for _, number in ipairs(redis.call('HKEYS', KEYS[1] .. 'branches')) do
  names[#names + 1] = KEYS[1] .. 'count:' .. number
end
return dump(names)
