-- Give a feed another address. ARGV: id, address; its URL, and when it moved, as fields.
-- Returns the id of the feed that has the address: this one, or else another; then nothing was changed. Empty if there
-- is no such feed.
if redis.call('EXISTS', KEY) == 0 then return '' end
local holder = owner(ARGV[2]) or id
if holder == id then go_to(ARGV[2], ARGV[3], ARGV[4]) end
return holder
