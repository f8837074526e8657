-- Prepended to remove, to merge the feed into another: its id, and those that were merged into it, then lead to that.
-- KEYS and ARGV: as of remove, then the id of the other. Returns 0 if there is no such feed, or no such other.
local other = FEED .. ARGV[2]
if redis.call('EXISTS', KEYS[4]) == 0 or redis.call('EXISTS', other) == 0 then
  return 0
end
local taken_up = cjson.decode(redis.call('HGET', KEYS[4], 'merged') or '[]')
taken_up[#taken_up + 1] = ARGV[1]
redis.call('HDEL', KEYS[4], 'merged')
local known = cjson.decode(redis.call('HGET', other, 'merged') or '[]')
for _, id in ipairs(taken_up) do
  known[#known + 1] = id
  redis.call('HSET', KEYS[6], id, ARGV[2])
end
redis.call('HSET', other, 'merged', cjson.encode(known))
