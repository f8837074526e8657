-- Whether a position in the stream of documents is reached by another.
local function is_reached(position, by)
  local time, number = position:match('^(%d+)-(%d+)$')
  local other, others = by:match('^(%d+)-(%d+)$')
  if time ~= other then return tonumber(time) < tonumber(other) end
  return tonumber(number) <= tonumber(others)
end
