-- Remember that subjects of entries were put to work. KEYS: the feed's, its site's subjects. ARGV: time, seconds for
-- which they are remembered, subjects.
-- Does nothing if the feed was removed meanwhile: entries of one that takes its place would rest.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return
end
for i = 3, #ARGV do
  redis.call('ZADD', KEYS[2], ARGV[1], ARGV[i])
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], 0, ARGV[1] - ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[2])
