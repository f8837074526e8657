-- Put an item behind the others that wait for a host. KEYS[2]: the time until which these are spread. ARGV: entry, id,
-- milliseconds between two items, milliseconds until the host's next turn.

if settle(ARGV[1]) then
  local time = now()
  local due = math.max(time + ARGV[4], (redis.call('GET', KEYS[2]) or 0) + ARGV[3])
  redis.call('SET', KEYS[2], due, 'PX', due - time)
  redis.call('ZADD', LATER, due, ARGV[2])
end
