-- Change fields of a feed. KEYS: due, titles, the feed's. ARGV: id, time of the next poll, or 'keep', or 'never',
-- fields. A feed that is not active after the change gets no next poll.
if redis.call('EXISTS', KEYS[3]) == 0 then
  return
end
if #ARGV > 2 then
  redis.call('HSET', KEYS[3], unpack(ARGV, 3))
  put_in_place(KEYS[2], KEYS[3], ARGV[1])
end
if ARGV[2] == 'never' then
  redis.call('ZREM', KEYS[1], ARGV[1])
elseif ARGV[2] ~= 'keep' and redis.call('HGET', KEYS[3], 'state') == '"active"' then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
