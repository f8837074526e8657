-- Leave a host alone: no turn of it is free for some time.
-- KEYS[1]: when all its turns are free again (turn.lua). ARGV: the microseconds until then, at least.

local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local full = math.max(now + ARGV[1], tonumber(redis.call('GET', KEYS[1]) or 0))
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
