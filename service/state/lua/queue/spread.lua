-- Put an item behind the others that wait for a host. ARGV: entry, id, host, milliseconds between two items,
-- milliseconds until the host's next turn.

if settle(ARGV[1]) then
  -- Holds the time until which the items of the host are spread.
  local key = WORK .. ':host:' .. ARGV[3]
  local time = now()
  local due = math.max(time + ARGV[5], (redis.call('GET', key) or 0) + ARGV[4])
  redis.call('SET', key, due, 'PX', due - time)
  redis.call('ZADD', LATER, due, ARGV[2])
end
