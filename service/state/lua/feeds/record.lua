-- Write what was learnt of a feed. KEYS: due, titles, the feed's. ARGV: id, time of the next poll, or 'keep', or
-- 'never', the time until which it was claimed, or 0, fields. A feed that was paused or removed meanwhile stays so, and
-- one that somebody wants polled before its claim runs out keeps that time. The field 'times' has those of more items,
-- which are added to the known ones: a push and a poll may learn of items at the same time.

local function joined(known, more)
  local times = {}
  for time in (known .. more):gmatch('[^%[%], ]+') do
    times[#times + 1] = time
  end
  table.sort(times, function(a, b) return tonumber(a) < tonumber(b) end)
  return '[' .. table.concat(times, ',', math.max(1, #times - RHYTHM + 1)) .. ']'
end

local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due then
  return
end
for i = 4, #ARGV, 2 do
  local value = ARGV[i + 1]
  if ARGV[i] == 'times' then
    value = joined(redis.call('HGET', KEYS[3], 'times') or '', value)
  end
  redis.call('HSET', KEYS[3], ARGV[i], value)
end
if #ARGV > 3 then
  put_in_place(KEYS[2], KEYS[3], ARGV[1])
end
if ARGV[2] == 'never' then
  redis.call('ZREM', KEYS[1], ARGV[1])
elseif ARGV[2] ~= 'keep' and tonumber(due) >= tonumber(ARGV[3]) then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
