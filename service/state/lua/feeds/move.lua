-- Give a feed another address. ARGV: id; the URL at which it was polled, as a field; address; its URL, as a field.
-- Returns the id of the feed that has the address: this one, or else another; then nothing was changed. Empty if there
-- is no such feed, or it is no longer where it was polled.
local polled, address, url = unpack(ARGV, 2)
if redis.call('HGET', KEY, 'url') ~= polled then return '' end
local holder = owner(address) or id
if holder == id then go_to(address, url) end
return holder
