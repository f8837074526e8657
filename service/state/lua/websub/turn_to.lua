-- Have another hub asked for a push, unless the push was forgotten. KEYS: pushes, due, the feed's.
-- ARGV: token, the push with its new hub, that hub as a field, when to ask it.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 and redis.call('EXISTS', KEYS[3]) == 1 then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('ZADD', KEYS[2], 'XX', ARGV[4], ARGV[1])
  redis.call('HSET', KEYS[3], 'hub', ARGV[3])
end
