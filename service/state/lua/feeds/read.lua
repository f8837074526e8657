-- Read feeds. KEYS: due. ARGV: ids. Returns a JSON list of the feeds that exist.
local feeds = {}
for _, id in ipairs(ARGV) do
  feeds[#feeds + 1] = feed_json(KEYS[1], id)
end
return '[' .. table.concat(feeds, ',') .. ']'
