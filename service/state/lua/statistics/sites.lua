-- Read what is kept of all sites. KEYS: the sites. Returns a JSON list of their names, and their records as one string.

local names, records = {}, {}
local found = redis.call('HGETALL', KEYS[1])
for i = 1, #found, 2 do
  names[#names + 1] = found[i]
  records[#records + 1] = found[i + 1]
end
return {cjson.encode(names), table.concat(records)}
