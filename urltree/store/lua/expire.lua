-- Drop every document that is over the retention. ARGV: time, retention. Answer: how many went.

rare_open()
local dropped = expire(struct.unpack('>d', ARGV[1]), 0, retention_unpack(ARGV[2]), math.huge)
rare_close(dropped)
return dropped
