-- Put an item off. ARGV: entry, id, milliseconds to wait, failures to count.

if settle(ARGV[1]) then
  redis.call('ZADD', LATER, now() + ARGV[3], ARGV[2])
  if ARGV[4] ~= '0' then
    redis.call('HINCRBY', TRIES, ARGV[2], ARGV[4])
    tally({failed = 1})
  end
end
