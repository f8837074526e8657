-- Have the ids of documents go on after one, as far as the store accepts writes. KEYS: documents. ARGV: that id.
-- Returns the last id that there ever was, if that was lower.

local last = '0-0'
if redis.call('EXISTS', KEYS[1]) == 1 then
  local told = redis.call('XINFO', 'STREAM', KEYS[1])
  for i = 1, #told, 2 do
    if told[i] == 'last-generated-id' then last = told[i + 1] end
  end
end
if is_reached(ARGV[1], last) then return end
if type(redis.pcall('XADD', KEYS[1], ARGV[1], 'lost', '')) == 'string' then redis.call('XDEL', KEYS[1], ARGV[1]) end
return last
