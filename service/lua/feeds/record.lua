-- Write what was learnt of a feed. KEYS: due, titles, the feed's. ARGV: id, time of the next poll, or 'keep', or
-- 'never', fields. A feed that was paused or removed meanwhile stays so.
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    return
end
redis.call('HSET', KEYS[3], unpack(ARGV, 3))
put_in_place(KEYS[2], KEYS[3], ARGV[1])
if ARGV[2] == 'never' then
    redis.call('ZREM', KEYS[1], ARGV[1])
elseif ARGV[2] ~= 'keep' then
    redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
