-- KEYS[1] begins every key of the domain; urltree/store/keys.py draws the keys and their types.

local prefix = KEYS[1] .. 'template:'
local OF, MEMBERS, EXAMPLES = prefix .. 'of', prefix .. 'members', prefix .. 'examples'
local BY_PREFIX, BY_SUFFIX = prefix .. 'by-prefix', prefix .. 'by-suffix'
local SUPPORT, LATEST = prefix .. 'support', prefix .. 'latest'

-- Iterate over the strings of one width that a field holds.
local function packed(key, field, width)
  return (redis.call('HGET', key, field) or ''):gmatch(('.'):rep(width))
end

local function append(key, field, part)
  redis.call('HSET', key, field, (redis.call('HGET', key, field) or '') .. part)
end

local function remove(key, field, part)
  local rest = {}
  for each in packed(key, field, #part) do
    if each ~= part then rest[#rest + 1] = each end
  end
  if #rest > 0 then
    redis.call('HSET', key, field, table.concat(rest))
  else
    redis.call('HDEL', key, field)
  end
end
