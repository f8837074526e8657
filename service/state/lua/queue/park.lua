-- Give an item up. ARGV: entry, id, reason.

if settle(ARGV[1]) then
  redis.call('HINCRBY', TRIES, ARGV[2], 1)
  park(ARGV[2], ARGV[3])
  tally({parked = 1})
end
