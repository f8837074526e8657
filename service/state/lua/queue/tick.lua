-- Renew claims; bring back what is due, and what dead workers had claimed. ARGV: milliseconds of a lease, entries
-- of the claims to renew.

for place = 2, #ARGV do redis.call('XCLAIM', WORK, 'workers', 'worker', 0, ARGV[place], 'JUSTID') end

for _, id in ipairs(redis.call('ZRANGEBYSCORE', LATER, '-inf', now(), 'LIMIT', 0, TICK_STEP)) do
  redis.call('ZREM', LATER, id)
  do_now(id)
end

local dead = redis.call('XAUTOCLAIM', WORK, 'workers', 'worker', ARGV[1], '0-0', 'COUNT', TICK_STEP)[2]
for _, claimed in ipairs(dead) do
  local id = claimed[2][2]
  settle(claimed[1])
  if redis.call('HINCRBY', DEATHS, id, 1) < MAX_DEATHS then
    do_now(id)
  else
    park(id, 'its worker died, ' .. MAX_DEATHS .. ' times')
    tally({parked = 1})
  end
end
