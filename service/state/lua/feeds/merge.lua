-- Prepended to remove, to merge the feed into another, which gets its labels: its id and address, and those that were
-- merged into it, then lead to that.
-- ARGV: id; id of the other. Returns 0 if there is no such feed, or no such other, or that is not polled or fails.
local into = ARGV[2]
local other = FEED .. into
local state, errors = unpack(redis.call('HMGET', other, 'state', 'errors'))
if redis.call('EXISTS', KEY) == 0 or state ~= '"active"' or errors ~= '0' then return 0 end
local taken_up, known = value(KEY, 'merged') or {}, value(other, 'merged') or {}
taken_up[#taken_up + 1] = id
redis.call('HDEL', KEY, 'merged')
label(other, value(KEY, 'labels') or {})
for _, each in ipairs(taken_up) do
  known[#known + 1] = each
  redis.call('HSET', MERGED, each, into)
end
redis.call('HSET', other, 'merged', cjson.encode(known))
for _, address in ipairs(addresses()) do lead(address, into, 'absorbed') end
