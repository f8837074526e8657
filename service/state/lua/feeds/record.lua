-- Write what was learnt of a feed; one that was paused or removed meanwhile stays so. ARGV: id, time of the next poll
-- or '', a time before which a poll that is due stays, as somebody wants it, fields.
local due = redis.call('ZSCORE', DUE, id)
if due then write(4, tonumber(due) < tonumber(ARGV[3]) and '' or ARGV[2]) end
