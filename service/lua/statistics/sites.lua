-- Tell what is kept of all sites. KEYS: the sites. Answers a JSON list.

return '[' .. table.concat(redis.call('HVALS', KEYS[1]), ',') .. ']'
