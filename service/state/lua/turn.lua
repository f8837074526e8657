-- Take the next turn at a host, or the next request of an API key: a token bucket, kept as the time at which it is
-- full again (GCRA).
-- KEYS[1]: that time. ARGV: time between turns, turns at once, longest wait, longest hold (hold.lua); all times in
-- microseconds.
-- Returns the wait until the turn; the turn is not taken if that exceeds the longest wait.

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
if full - now > ARGV[1] * ARGV[2] + ARGV[3] + ARGV[4] then full = now end -- it was set while the clock was ahead
local wait = math.max(0, full - now - (ARGV[2] - 1) * ARGV[1])
if wait <= tonumber(ARGV[3]) then
  full = full + ARGV[1]
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
return math.ceil(wait)
