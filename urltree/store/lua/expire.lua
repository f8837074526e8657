-- Drop documents beyond the retention, EXPIRE_BATCH at most. ARGV: time, retention. Answer: how many were dropped.

domain_open()
local time = not_ahead((struct.unpack('>d', ARGV[1])))
local dropped = expire(time, 0, retention_unpack(ARGV[2]), EXPIRE_BATCH)
if redis.call('EXISTS', DOCUMENTS) == 0 then
  forget()
else
  counters_save()
  rare_settle(dropped)
  domain_save()
end
return dropped
