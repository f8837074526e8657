-- Read a page of all feeds. KEYS: due, titles. ARGV: as of feed_json, then the place after which it begins, empty for
-- the first page, and how many feeds it has at most. Returns the place of the last feed, and a JSON list of the feeds.
local first = ARGV[REST] == '' and '-' or '(' .. ARGV[REST]
local places = redis.call('ZRANGE', KEYS[2], first, '+', 'BYLEX', 'LIMIT', 0, ARGV[REST + 1])
local feeds = {}
for _, place in ipairs(places) do
  feeds[#feeds + 1] = feed_json(KEYS[1], place:match('[^%z]*$'))
end
return { places[#places] or '', '[' .. table.concat(feeds, ',') .. ']' }
