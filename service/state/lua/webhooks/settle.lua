-- Move a webhook on past a document. KEYS: webhooks, the webhook's, its dead letters. ARGV: id, position, documents
-- delivered; and of a dead letter: its text, its time, what went wrong. A webhook that was removed stays so. One that is
-- there or further already does too: a call may be repeated because its answer was lost, or come late from a process
-- whose place another has taken.

local function is_reached(position, by)
  local time, number = position:match('^(%d+)-(%d+)$')
  local other, others = by:match('^(%d+)-(%d+)$')
  if time ~= other then return tonumber(time) < tonumber(other) end
  return tonumber(number) <= tonumber(others)
end

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
if is_reached(ARGV[2], redis.call('HGET', KEYS[2], 'position') or '0-0') then return end
redis.call('HSET', KEYS[2], 'position', ARGV[2])
redis.call('HDEL', KEYS[2], 'tries', 'next_try')
redis.call('HINCRBY', KEYS[2], 'delivered', ARGV[3])
if ARGV[3] ~= '0' then redis.call('HDEL', KEYS[2], 'error') end
if ARGV[4] then
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[4])
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -LETTERS - 1)
  redis.call('HSET', KEYS[2], 'error', ARGV[6])
end
