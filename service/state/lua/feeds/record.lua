-- Write what was learnt of a feed. KEYS: due, titles, the feed's. ARGV: id, time of the next poll, or 'keep', or
-- 'never', the time until which it was claimed, or 0, fields. A feed that was paused or removed meanwhile stays so, and
-- one that somebody wants polled before its claim runs out keeps that time.
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due then
  return
end
if #ARGV > 3 then
  redis.call('HSET', KEYS[3], unpack(ARGV, 4))
  put_in_place(KEYS[2], KEYS[3], ARGV[1])
end
if ARGV[2] == 'never' then
  redis.call('ZREM', KEYS[1], ARGV[1])
elseif ARGV[2] ~= 'keep' and tonumber(due) >= tonumber(ARGV[3]) then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
