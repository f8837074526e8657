-- Change a feed. ARGV: id, time of the next poll or '', fields.
if redis.call('EXISTS', KEY) == 1 then write(3, ARGV[2]) end
