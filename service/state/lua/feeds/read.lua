-- Read feeds. KEYS: due. ARGV: as of tell, then ids. Answers a JSON list of those that there are.
local feeds = {}
for i = REST, #ARGV do
  feeds[#feeds + 1] = tell(KEYS[1], ARGV[i])
end
return '[' .. table.concat(feeds, ',') .. ']'
