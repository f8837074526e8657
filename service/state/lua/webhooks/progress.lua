-- How far a webhook has come. KEYS: the webhook's, its dead letters, the stream. Returns its fields, the number of its
-- dead letters, and for how many milliseconds a document has waited for it: 0 if it is done with all of the stream.

local position = redis.call('HGET', KEYS[1], 'position') or '0-0'
local following = redis.call('XRANGE', KEYS[3], '(' .. position, '+', 'COUNT', 1)[1]
local behind = 0
if following then
  local now = redis.call('TIME')
  behind = math.max(0, now[1] * 1000 + math.floor(now[2] / 1000) - following[1]:match('^%d+'))
end
return {redis.call('HGETALL', KEYS[1]), redis.call('ZCARD', KEYS[2]), behind}
