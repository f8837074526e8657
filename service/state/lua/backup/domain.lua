-- Dump a domain of the tree. KEYS[1]: the prefix of all its keys, which urltree/store/keys.py describes. ARGV: the
-- names of the keys that each domain has.

local names = {}
for i, name in ipairs(ARGV) do names[i] = KEYS[1] .. name end
for _, number in ipairs(redis.call('HKEYS', KEYS[1] .. 'branches')) do
  names[#names + 1] = KEYS[1] .. 'count:' .. number
end
return dump(names)
