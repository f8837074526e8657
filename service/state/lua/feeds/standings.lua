-- Tell how some feeds stand. KEYS: addresses. ARGV: what the names of feeds' keys begin with; place to go on from;
-- how many. Answers the place after these, 0 at the end, and a JSON object: id -> site, state, errors, times, items of
-- which no page could be read.
local place, found = unpack(redis.call('HSCAN', KEYS[1], ARGV[2], 'COUNT', ARGV[3]))
local feeds = {}
for i = 2, #found, 2 do
  local feed = redis.call('HMGET', ARGV[1] .. found[i], 'site', 'state', 'errors', 'times', 'unreadable')
  if feed[1] then -- each field is JSON
    feed[5] = feed[5] or 0
    feeds[#feeds + 1] = cjson.encode(found[i]) .. ':[' .. table.concat(feed, ',') .. ']'
  end
end
return {place, '{' .. table.concat(feeds, ',') .. '}'}
