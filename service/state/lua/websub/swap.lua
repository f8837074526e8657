-- Replace the push of a feed. KEYS: the feed's, pushes, due, asked. ARGV: now, the new push's token as a field ('null'
-- for no push); and unless there is none, the token and the push.
-- The old push becomes due too, so that its hub is asked to end it.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return
end
local old = cjson.decode(redis.call('HGET', KEYS[1], 'push') or 'null')
if old ~= cjson.null then
  redis.call('ZADD', KEYS[3], 'XX', ARGV[1], old)
end
redis.call('HSET', KEYS[1], 'push', ARGV[2], 'pushed_until', 'null', 'last_push', 'null', 'hub_error', 'null')
if ARGV[3] then
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
  redis.call('ZADD', KEYS[3], ARGV[1], ARGV[3])
  redis.call('ZADD', KEYS[4], 0, ARGV[3])
end
