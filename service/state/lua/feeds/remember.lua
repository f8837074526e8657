-- Remember the entries of a feed, and count those that were known. KEYS: the feed's, its site's history, the
-- counts of all time. ARGV: time, entry ids.
-- Does nothing if the feed was removed meanwhile: it may have been the last of its site, whose history would then stay.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return
end
local known = 0
for i = 2, #ARGV do
  known = known + 1 - redis.call('ZADD', KEYS[2], ARGV[1], ARGV[i])
end
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -HISTORY - 1)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[1] - HISTORY_AGE)
if known > 0 then tally({known = known}) end
