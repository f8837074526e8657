-- KEYS: what to dump, beginning with the addresses of feeds and the webhooks; the keys of each feed and webhook are
-- dumped too.

local names = {unpack(KEYS)}

local function add(...)
  for _, name in ipairs({...}) do names[#names + 1] = name end
end

local feeds = {} -- several addresses may lead to one
for _, id in ipairs(redis.call('HVALS', KEYS[1])) do feeds[id] = true end
for id in pairs(feeds) do add(PREFIX .. 'feed:' .. id) end
for _, id in ipairs(redis.call('HKEYS', KEYS[2])) do
  add(PREFIX .. 'webhook:' .. id, PREFIX .. 'webhook:' .. id .. ':dead')
end

return dump(names)
