-- An item is given up. KEYS[2]: what became of items. ARGV: entry, id, reason.

if settle(ARGV[1]) then
  redis.call('HINCRBY', TRIES, ARGV[2], 1)
  park(ARGV[2], ARGV[3])
  redis.call('HINCRBY', KEYS[2], 'parked', 1)
  tally({parked = 1})
end
