-- Read a page of all feeds. KEYS: due, titles. ARGV: the place after which it begins, empty for the first page, and
-- how many feeds it has at most. Returns the place of the last feed, empty if no more follow, and a JSON list of the
-- feeds.
local first = ARGV[1] == '' and '-' or '(' .. ARGV[1]
local places = redis.call('ZRANGE', KEYS[2], first, '+', 'BYLEX', 'LIMIT', 0, ARGV[2] + 1)
local follow = #places > tonumber(ARGV[2])
if follow then places[#places] = nil end
local feeds = {}
for _, place in ipairs(places) do
  feeds[#feeds + 1] = feed_json(KEYS[1], place:match('[^%z]*$'))
end
return { follow and places[#places] or '', '[' .. table.concat(feeds, ',') .. ']' }
