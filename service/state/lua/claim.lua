-- Take feeds or pushes that are due. KEYS: due. ARGV: now, when they are due again if whoever took them dies, how many
-- at most, the latest time at which any may be due: later ones were set by a clock that was ahead, and are due now.
-- Returns their ids.
local ids = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
if #ids < tonumber(ARGV[3]) then
  local late = redis.call('ZRANGE', KEYS[1], '(' .. ARGV[4], '+inf', 'BYSCORE', 'LIMIT', 0, ARGV[3] - #ids)
  for _, id in ipairs(late) do ids[#ids + 1] = id end
end
for _, id in ipairs(ids) do
  redis.call('ZADD', KEYS[1], ARGV[2], id)
end
return ids
