-- Rare blocks: hash -> numbers of the documents that hold it, ascending, 4 bytes each. Numbers under `first` are of
-- documents that are gone and mean nothing; they are swept away later. The table lies in buckets small enough for
-- Valkey to pack, split and merged one at a time as it changes (linear hashing).

local BUCKET = 64 -- entries of a bucket on average, at most

local function rare_bucket(hash)
  local number, half = struct.unpack('>I4', hash), domain.half
  local index = number % (half * 2)
  return prefix .. 'rare:' .. (index < domain.buckets and index or index - half)
end

local function rare_alive(numbers)
  if not numbers then return nil end
  for i = 1, #numbers, 4 do
    if struct.unpack('>I4', numbers, i) >= domain.first then return numbers:sub(i) end
  end
end

local function rare_get(hash) return rare_alive(redis.call('HGET', rare_bucket(hash), hash)) end

-- Add a document to a block's list; the list as it was.
local function rare_add(hash, number)
  local bucket = rare_bucket(hash)
  if redis.call('HSETNX', bucket, hash, number) == 1 then
    domain.entries = domain.entries + 1
    return nil
  end
  local numbers = rare_alive(redis.call('HGET', bucket, hash))
  if numbers and #numbers / 4 > COMMON then return numbers end -- no slot was free: the list must not grow for ever
  redis.call('HSET', bucket, hash, (numbers or '') .. number)
  return numbers
end

local function rare_drop(hash)
  domain.entries = domain.entries - redis.call('HDEL', rare_bucket(hash), hash)
end

-- Empty a bucket and put its entries where a table of so many buckets has them.
local function rare_move(index, buckets)
  local bucket, moved = prefix .. 'rare:' .. index, {}
  local entries = redis.call('HGETALL', bucket)
  redis.call('DEL', bucket)
  domain_resize(buckets)
  for i = 1, #entries, 2 do
    local into = rare_bucket(entries[i])
    local list = moved[into] or {}
    moved[into] = list
    list[#list + 1], list[#list + 2] = entries[i], entries[i + 1]
  end
  for into, list in pairs(moved) do hset(into, list) end
end

-- Delete the entries of a bucket that mean nothing any more.
local function rare_sweep(index)
  local bucket, dead = prefix .. 'rare:' .. index, {}
  local entries = redis.call('HGETALL', bucket)
  for i = 1, #entries, 2 do
    if struct.unpack('>I4', entries[i + 1], #entries[i + 1] - 3) < domain.first then dead[#dead + 1] = entries[i] end
  end
  for first = 1, #dead, SLICE do
    local last = math.min(first + SLICE - 1, #dead)
    domain.entries = domain.entries - redis.call('HDEL', bucket, unpack(dead, first, last))
  end
end

-- Sweep a bucket for each document that has gone, more if more entries have come than a bucket holds, and keep the
-- buckets' average size in bounds.
local function rare_settle(gone)
  local due = gone > 0 and math.max(gone, math.ceil(2 * (domain.entries - domain.before) / BUCKET)) or 0
  for _ = 1, math.min(due, domain.buckets) do
    domain.sweep = (domain.sweep + 1) % domain.buckets
    rare_sweep(domain.sweep)
  end
  while domain.entries > domain.buckets * BUCKET do
    rare_move(domain.buckets - domain.half, domain.buckets + 1)
  end
  while domain.buckets > 1 and domain.entries < domain.buckets * BUCKET / 4 do
    rare_move(domain.buckets - 1, domain.buckets - 1)
  end
end
