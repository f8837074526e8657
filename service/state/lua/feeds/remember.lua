-- Remember the entries of a feed. KEYS: the feed's, its site's history. ARGV: time, entry ids.
-- A feed that was removed meanwhile may have been the last of its site, and nobody would remove what is remembered.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return
end
for i = 2, #ARGV do
  redis.call('ZADD', KEYS[2], ARGV[1], ARGV[i])
end
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -HISTORY - 1)
