-- Put an item off. ARGV: entry, id, milliseconds to wait; why it failed, if it did.

if settle(ARGV[1]) then
  redis.call('ZADD', LATER, now() + ARGV[3], ARGV[2])
  if ARGV[4] then
    redis.call('HINCRBY', TRIES, ARGV[2], 1)
    redis.call('ZADD', FAILED, now(), ARGV[2])
    redis.call('HSET', REASONS, ARGV[2], ARGV[4])
    tally({failed = 1})
  end
end
