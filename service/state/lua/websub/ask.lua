-- Count a request to a hub, and return how many of its kind the hub has not confirmed; 0 for a forgotten push. KEYS[1]:
-- asked. ARGV: token; 1 if the hub is asked to push, -1 if to end the push.
-- When the kind changes counting starts anew: a hub that has not confirmed the one may confirm the other.

local asked = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]))
if not asked then return 0 end
if asked * ARGV[2] < 0 then asked = 0 end
redis.call('ZADD', KEYS[1], asked + ARGV[2], ARGV[1])
return math.abs(asked + ARGV[2])
