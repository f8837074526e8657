-- Read what was counted in periods. KEYS: the counts of each. Returns a JSON list of lists of names and numbers.

local periods = {}
for i, period in ipairs(KEYS) do periods[i] = cjson.encode(redis.call('HGETALL', period)) end
return '[' .. table.concat(periods, ',') .. ']'
