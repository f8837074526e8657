-- Common blocks: each has a slot (2 bytes), the place of its counters. A node keeps counters in chunks of 32.

local CHUNK = 32
local CODES = '>' .. ('I2'):rep(CHUNK)
local EMPTY = ('\0'):rep(2 * CHUNK)
local LAST_SLOT = 65535 -- a block that finds no slot free stays rare

local function slot_take(hash)
  local free = redis.call('LPOP', FREE)
  local slot = free or struct.pack('>I2', math.min(redis.call('HINCRBY', META, 'slots', 1) - 1, LAST_SLOT))
  if struct.unpack('>I2', slot) == LAST_SLOT then return nil end
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

-- Slots by chunk: the chunks' numbers, and for each the places in it and the positions in the list.
local function by_chunk(slots)
  local chunks, groups = {}, {}
  for i = 1, #slots do
    local place = slots[i] % CHUNK
    local chunk = (slots[i] - place) / CHUNK
    local group = groups[chunk]
    if not group then
      group = {}
      groups[chunk] = group
      chunks[#chunks + 1] = chunk
    end
    group[#group + 1] = place + 1
    group[#group + 1] = i
  end
  return chunks, groups
end

-- A verb reads a node's counters once, and writes those that it has changed once, at its end.
local nodes_counters, nodes_changed = {}, {} -- node -> chunk -> its counters; whether they are to be written

local function counters_of(node, chunks)
  local counters, missing = nodes_counters[node] or {}, {}
  nodes_counters[node] = counters
  for c = 1, #chunks do
    if not counters[chunks[c]] then missing[#missing + 1] = chunks[c] end
  end
  for i, packed in pairs(hmget(prefix .. 'count:' .. node, missing)) do
    counters[missing[i]] = {struct.unpack(CODES, packed or EMPTY)}
  end
  return counters
end

-- Add `step` to the counters of the slots at a node; what they are then, in the slots' order.
local function count(node, chunks, groups, step)
  local values, counters, changed = {}, counters_of(node, chunks), nodes_changed[node] or {}
  for c = 1, #chunks do
    local chunk = chunks[c]
    local numbers, group = counters[chunk], groups[chunk]
    for g = 1, #group, 2 do
      local value = numbers[group[g]] + step
      numbers[group[g]] = value
      values[group[g + 1]] = value
    end
    changed[chunk] = changed[chunk] or step ~= 0
  end
  nodes_changed[node] = changed
  return values
end

local function counters_save()
  for node, changed in pairs(nodes_changed) do
    local written = {}
    for chunk, is_changed in pairs(changed) do
      if is_changed then
        written[#written + 1] = chunk
        written[#written + 1] = struct.pack(CODES, unpack(nodes_counters[node][chunk], 1, CHUNK))
      end
    end
    hset(prefix .. 'count:' .. node, written)
  end
  nodes_changed = {}
end

local function counters_drop(node)
  redis.call('DEL', prefix .. 'count:' .. node)
  nodes_counters[node], nodes_changed[node] = nil, nil
end
