-- Count a document: its fingerprint and name. Answer: the number of its template.

local fingerprint, name = ARGV[1], ARGV[2]

-- Give a new fingerprint its template: a new one, or the oldest of all that it is similar to, which become one.
local function join(number)
  local oldest, merged = number, {}
  for _, similar in ipairs(index_similar(fingerprint)) do
    local template = tonumber(redis.call('HGET', OF, similar))
    oldest, merged[template] = math.min(oldest, template), true
  end
  for template in pairs(merged) do
    if template ~= oldest then
      for member in packed(MEMBERS, template, #fingerprint) do redis.call('HSET', OF, member, oldest) end
      append(MEMBERS, oldest, redis.call('HGET', MEMBERS, template))
      redis.call('HDEL', MEMBERS, template)
      redis.call('HDEL', EXAMPLES, template)
    end
  end
  redis.call('HSETNX', EXAMPLES, oldest, name)
  redis.call('HSET', OF, fingerprint, oldest)
  append(MEMBERS, oldest, fingerprint)
  index_add(fingerprint)
  return oldest
end

local function drop(fingerprint)
  local template = redis.call('HGET', OF, fingerprint)
  index_remove(fingerprint)
  remove(MEMBERS, template, fingerprint)
  redis.call('HDEL', OF, fingerprint)
  redis.call('HDEL', SUPPORT, fingerprint)
  if redis.call('HEXISTS', MEMBERS, template) == 0 then redis.call('HDEL', EXAMPLES, template) end
end

local number = (redis.call('ZRANGE', LATEST, -1, -1, 'WITHSCORES')[2] or 0) + 1
local template = redis.call('HGET', OF, fingerprint) or join(number)
redis.call('HINCRBY', SUPPORT, fingerprint, 1)
redis.call('ZADD', LATEST, number, fingerprint)
if redis.call('ZCARD', LATEST) > FINGERPRINTS then drop(redis.call('ZPOPMIN', LATEST)[1]) end
return tonumber(template)
