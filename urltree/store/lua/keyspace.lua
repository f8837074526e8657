-- KEYS[1] is the start of every key of the domain. keys.py lists the keys and their types.

local prefix = KEYS[1]
local META, SEEN, DOCUMENTS = prefix .. 'meta', prefix .. 'seen', prefix .. 'documents'
local NODES, BRANCHES = prefix .. 'nodes', prefix .. 'branches'
local SLOTS, HASHES, FREE, TEXTS = prefix .. 'slots', prefix .. 'hashes', prefix .. 'free', prefix .. 'texts'
local RARE, PATHS = prefix .. 'rare', prefix .. 'paths'
local FINGERPRINTS, FIRSTS = prefix .. 'fingerprints', prefix .. 'firsts'
local FILED = prefix .. 'filed'
local SLICE = 1000 -- values per call

-- Valkey packs a hash of some hundred short fields into a list, and searches it from the start. A field of over 64 bytes
-- prevents that: where a page asks for many fields at once, packing costs more time than its saving of memory is worth.
local LOOSE = ('-'):rep(65)

-- Cut a string into numbers or strings of fixed width; `code` is their struct format, big-endian. The parts of a format
-- with several items follow each other.
local function cut(packed, code, width)
  local parts, filled = {}, 0
  for first = 1, #packed, SLICE * width do
    local size = math.min(SLICE, (#packed - first + 1) / width)
    local slice = {struct.unpack('>' .. code:rep(size), packed, first)}
    slice[#slice] = nil -- unpack also returns where the next would begin
    if size == #packed / width then return slice end
    for i = 1, #slice do parts[filled + i] = slice[i] end
    filled = filled + #slice
  end
  return parts
end

-- Undo `cut` of a format with so many items.
local function pack(code, values, items)
  local parts = {}
  for first = 1, #values, SLICE do
    local last = math.min(first + SLICE - 1, #values)
    parts[#parts + 1] = struct.pack('>' .. code:rep((last - first + 1) / items), unpack(values, first, last))
  end
  return table.concat(parts)
end

local function hmget(key, fields)
  local values = {}
  for first = 1, #fields, SLICE do
    local slice = redis.call('HMGET', key, unpack(fields, first, math.min(first + SLICE - 1, #fields)))
    if #slice == #fields then return slice end
    for i = 1, #slice do values[first + i - 1] = slice[i] end
  end
  return values
end

-- Call HSET with pairs of field and value, or HDEL with fields.
local function call_in_slices(command, key, arguments)
  for first = 1, #arguments, SLICE do
    redis.call(command, key, unpack(arguments, first, math.min(first + SLICE - 1, #arguments)))
  end
end

local function names_cut(joined)
  local names = {}
  for name in (joined .. '\0'):gmatch('(%Z*)%z') do names[#names + 1] = name end
  return names
end
