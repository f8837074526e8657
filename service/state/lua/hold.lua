-- Leave a host alone: no turn of it is free for some time.
-- KEYS[1]: when all its turns are free again (turn.lua). ARGV: the seconds until then, at least.

local SECOND = 1000000
local time = redis.call('TIME')
local now = time[1] * SECOND + time[2]
local full = math.max(now + ARGV[1] * SECOND, tonumber(redis.call('GET', KEYS[1]) or 0))
redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.ceil((full - now) / 1000))
