-- An item is done. KEYS[2]: the counts. ARGV: entry, id, outcome.

if settle(ARGV[1]) then
  forget(ARGV[2])
  redis.call('HINCRBY', KEYS[2], ARGV[3], 1)
end
