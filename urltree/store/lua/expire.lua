-- Drop every document that is over the retention. ARGV: time, retention. Answer: how many went.

rare_open()
local dropped = expire(struct.unpack('>d', ARGV[1]), 0, retention_unpack(ARGV[2]), math.huge)
if redis.call('EXISTS', DOCUMENTS) == 1 then rare_close(dropped) else forget() end
return dropped
