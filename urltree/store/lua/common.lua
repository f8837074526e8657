-- Common blocks: each has a slot (2 bytes), the place of its counters. A node keeps counters in chunks of 32.

local CHUNK = 32
local CODES = ('I2'):rep(CHUNK)
local EMPTY = ('\0'):rep(2 * CHUNK)
local LAST_SLOT = 65535 -- a block that finds no slot free stays rare

local function slot_take(hash)
  local free = redis.call('LPOP', FREE)
  local slot = free or struct.pack('>I2', math.min(redis.call('HINCRBY', META, 'slots', 1) - 1, LAST_SLOT))
  if struct.unpack('>I2', slot) == LAST_SLOT then return nil end
  redis.call('HSET', SLOTS, hash, slot)
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

-- Add `step` to the counters of the slots at a node; what they are then, in the slots' order.
local function count(node, chunks, groups, step)
  local values = {}
  if #chunks == 0 then return values end
  local key, changed = prefix .. 'count:' .. node, {}
  local stored = hmget(key, chunks)
  for c = 1, #chunks do
    local counters, group = {struct.unpack('>' .. CODES, stored[c] or EMPTY)}, groups[chunks[c]]
    for g = 1, #group, 2 do
      local value = counters[group[g]] + step
      counters[group[g]] = value
      values[group[g + 1]] = value
    end
    if step ~= 0 then
      changed[#changed + 1] = chunks[c]
      changed[#changed + 1] = struct.pack('>' .. CODES, unpack(counters, 1, CHUNK))
    end
  end
  hset(key, changed)
  return values
end
