-- Tell how all feeds stand. KEYS: addresses. ARGV: what the names of feeds' keys begin with.
-- Answers a JSON list of [site, state, errors, times]; each field of a feed is JSON already.
local feeds = {}
for _, id in ipairs(redis.call('HVALS', KEYS[1])) do
    local feed = redis.call('HMGET', ARGV[1] .. id, 'site', 'state', 'errors', 'times')
    if feed[1] then
        feeds[#feeds + 1] = '[' .. table.concat(feed, ',') .. ']'
    end
end
return '[' .. table.concat(feeds, ',') .. ']'
