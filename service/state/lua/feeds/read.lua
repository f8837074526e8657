-- Read feeds. KEYS: due. ARGV: as of feed_json, then ids. Returns a JSON list of the feeds that exist.
local feeds = {}
for i = REST, #ARGV do
  feeds[#feeds + 1] = feed_json(KEYS[1], ARGV[i])
end
return '[' .. table.concat(feeds, ',') .. ']'
