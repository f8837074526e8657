-- Take the next turn at a host, or the next request of an API key: a token bucket, kept as the time at which it is
-- full again (GCRA).
-- KEYS[1]: that time, in microseconds. ARGV, times in seconds: time between turns, turns at once, longest wait,
-- longest hold (hold.lua).
-- Returns the seconds until the turn, as text; the turn is not taken if that exceeds the longest wait.

local SECOND = 1000000
local interval, burst, longest, hold = ARGV[1] * SECOND, ARGV[2], ARGV[3] * SECOND, ARGV[4] * SECOND
local time = redis.call('TIME')
local now = time[1] * SECOND + time[2]
local full = math.max(now, tonumber(redis.call('GET', KEYS[1]) or 0))
if full - now > interval * burst + longest + hold then full = now end -- it was set while the clock was ahead
local wait = math.max(0, full - now - (burst - 1) * interval)
if wait <= longest then
  full = full + interval
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
end
return string.format('%.6f', math.ceil(wait) / SECOND)
