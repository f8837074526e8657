-- Drop what is too old although nothing new is published: documents, and the kept pages of domains that never warm.
-- KEYS: documents, kept. ARGV: retention of the stream (number, milliseconds).

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('XTRIM', KEYS[1], 'MAXLEN', '=', ARGV[1])
redis.call('XTRIM', KEYS[1], 'MINID', '=', math.max(0, now - ARGV[2]))
for _, domain in ipairs(redis.call('ZRANGEBYSCORE', KEPT, '-inf', now - KEPT_AGE)) do forget_domain(domain) end
