-- Read how some feeds stand. KEYS: addresses. ARGV: place to continue from; how many.
-- Returns the place to continue from, 0 at the end, and a JSON object: id -> site, state, errors, times, number of
-- items in a row whose pages could not be read.
local place, found = unpack(redis.call('HSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2]))
local feeds = {}
for i = 2, #found, 2 do
  local feed = redis.call('HMGET', FEED .. found[i], 'site', 'state', 'errors', 'times', 'unreadable')
  if feed[1] then -- each field is JSON
    feed[5] = feed[5] or 0
    feeds[#feeds + 1] = cjson.encode(found[i]) .. ':[' .. table.concat(feed, ',') .. ']'
  end
end
return {place, '{' .. table.concat(feeds, ',') .. '}'}
