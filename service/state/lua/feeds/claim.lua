-- Take feeds that are due. KEYS: due. ARGV: now, when they are due again if their poller dies, how many at most.
-- Returns their ids.
local ids = redis.call('ZRANGE', KEYS[1], '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[3])
for _, id in ipairs(ids) do
  redis.call('ZADD', KEYS[1], ARGV[2], id)
end
return ids
