-- Read documents one by one, because many may be too large to be read at once. KEYS: documents. ARGV: XRANGE or
-- XREVRANGE; where to begin and to end; how many documents at most; how many bytes, which one document may exceed.
local verb, first, last, number, room = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local found = {}
while #found < number do
  local entry = redis.call(verb, KEYS[1], first, last, 'COUNT', 1)[1]
  if not entry then break end
  for i = 2, #entry[2], 2 do room = room - #entry[2][i] end
  if room < 0 and #found > 0 then break end
  found[#found + 1], first = entry, '(' .. entry[1]
end
return found
