-- Delete every key of the domain.

rare_open()
for bucket = 0, rare.buckets - 1 do redis.call('DEL', prefix .. 'rare:' .. bucket) end
local branches = redis.call('HKEYS', BRANCHES)
for i = 1, #branches do redis.call('DEL', prefix .. 'count:' .. branches[i]) end
redis.call('DEL', META, SEEN, DOCUMENTS, NODES, BRANCHES, SLOTS, HASHES, FREE, TEXTS)
