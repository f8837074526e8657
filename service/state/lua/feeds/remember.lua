-- Remember the entries of a feed. KEYS: the feed's, its site's history. ARGV: time, entry ids.
-- Does nothing if the feed was removed meanwhile: it may have been the last of its site, whose history would then stay.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return
end
for i = 2, #ARGV do
  redis.call('ZADD', KEYS[2], ARGV[1], ARGV[i])
end
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -HISTORY - 1)
