-- Common blocks: each has a slot (2 bytes), the place of its counters. A node keeps counters in chunks of 32.

local CHUNK = 32
local CODES = '>' .. ('I2'):rep(CHUNK)
local EMPTY = ('\0'):rep(2 * CHUNK)

-- Return a slot, or nil if none is free: then the block stays rare.
local function slot_take(hash)
  local free = redis.call('LPOP', FREE)
  local slot = free or struct.pack('>I2', math.min(redis.call('HINCRBY', META, 'slots', 1) - 1, MAX_COMMON))
  if struct.unpack('>I2', slot) == MAX_COMMON then return nil end
  redis.call('HSET', SLOTS, hash, slot, LOOSE, '')
  redis.call('SETRANGE', HASHES, struct.unpack('>I2', slot) * 8, hash)
  return slot
end

local function slot_free(number)
  local hash = redis.call('GETRANGE', HASHES, number * 8, number * 8 + 7)
  redis.call('HDEL', SLOTS, hash)
  redis.call('HDEL', TEXTS, hash)
  redis.call('RPUSH', FREE, struct.pack('>I2', number))
end

-- Where the counters of slots are: the chunk of each slot, its place in that chunk, and the distinct chunks.
local function places_of(slots)
  local chunk_of, place_of, chunks, listed = {}, {}, {}, {}
  for i = 1, #slots do
    local place = slots[i] % CHUNK
    local chunk = (slots[i] - place) / CHUNK
    chunk_of[i], place_of[i] = chunk, place + 1
    if not listed[chunk] then
      listed[chunk] = true
      chunks[#chunks + 1] = chunk
    end
  end
  return {chunk_of = chunk_of, place_of = place_of, chunks = chunks}
end

-- A verb reads a node's counters once, and writes those that it has changed once, at its end.
local nodes_counters, nodes_changed = {}, {} -- node -> chunk -> its counters; whether they are to be written

local function counters_of(node, chunks)
  local counters, missing = nodes_counters[node] or {}, {}
  nodes_counters[node] = counters
  for c = 1, #chunks do
    if not counters[chunks[c]] then missing[#missing + 1] = chunks[c] end
  end
  local found = hmget(prefix .. 'count:' .. node, missing)
  for i = 1, #missing do counters[missing[i]] = {struct.unpack(CODES, found[i] or EMPTY)} end
  return counters
end

-- Add `step` to the counters of these places at a node; return their new values in the same order.
local function count(node, places, step)
  local chunk_of, place_of, values = places.chunk_of, places.place_of, {}
  local counters, changed = counters_of(node, places.chunks), nodes_changed[node] or {}
  for i = 1, #chunk_of do
    local numbers, place = counters[chunk_of[i]], place_of[i]
    local value = numbers[place] + step
    numbers[place], values[i] = value, value
  end
  if step ~= 0 then
    for c = 1, #places.chunks do changed[places.chunks[c]] = true end
    nodes_changed[node] = changed
  end
  return values
end

local function counters_save()
  for node, changed in pairs(nodes_changed) do
    local written = {}
    for chunk in pairs(changed) do
      written[#written + 1] = chunk
      written[#written + 1] = struct.pack(CODES, unpack(nodes_counters[node][chunk], 1, CHUNK))
    end
    call_in_slices('HSET', prefix .. 'count:' .. node, written)
  end
  nodes_changed = {}
end

local function counters_drop(node)
  redis.call('DEL', prefix .. 'count:' .. node)
  nodes_counters[node], nodes_changed[node] = nil, nil
end
