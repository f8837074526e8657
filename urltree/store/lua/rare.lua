-- Rare blocks: hash -> numbers of the documents that hold it, ascending, 4 bytes each. Numbers under `first` are of
-- documents that are gone and mean nothing; they are swept away later. The table lies in buckets small enough for
-- Valkey to pack, split and merged one at a time as it changes (linear hashing).

local BUCKET = 64 -- entries of a bucket on average, at most
local rare = {}

local function rare_resize(buckets)
  rare.buckets, rare.half = buckets, 1
  while rare.half * 2 <= buckets do rare.half = rare.half * 2 end
end

local function rare_open()
  local meta = redis.call('HMGET', META, 'first', 'entries', 'buckets', 'sweep')
  rare.first, rare.entries = tonumber(meta[1] or 0), tonumber(meta[2] or 0)
  rare_resize(tonumber(meta[3] or 1))
  rare.sweep = tonumber(meta[4] or 0)
end

local function rare_bucket(hash)
  local number, half = struct.unpack('>I4', hash), rare.half
  local index = number % (half * 2)
  return prefix .. 'rare:' .. (index < rare.buckets and index or index - half)
end

local function rare_alive(numbers)
  if not numbers then return nil end
  for i = 1, #numbers, 4 do
    if struct.unpack('>I4', numbers, i) >= rare.first then return numbers:sub(i) end
  end
end

local function rare_get(hash) return rare_alive(redis.call('HGET', rare_bucket(hash), hash)) end

-- Add a document to a block's list; the list as it was.
local function rare_add(hash, number)
  local bucket = rare_bucket(hash)
  if redis.call('HSETNX', bucket, hash, number) == 1 then
    rare.entries = rare.entries + 1
    return nil
  end
  local numbers = rare_alive(redis.call('HGET', bucket, hash))
  redis.call('HSET', bucket, hash, (numbers or '') .. number)
  return numbers
end

local function rare_drop(hash)
  rare.entries = rare.entries - redis.call('HDEL', rare_bucket(hash), hash)
end

-- Empty a bucket and put what is alive where a table of so many buckets has it.
local function rare_move(index, buckets)
  local bucket, moved = prefix .. 'rare:' .. index, {}
  local entries = redis.call('HGETALL', bucket)
  redis.call('DEL', bucket)
  rare_resize(buckets)
  rare.entries = rare.entries - #entries / 2
  for i = 1, #entries, 2 do
    local numbers = rare_alive(entries[i + 1])
    if numbers then
      local into = rare_bucket(entries[i])
      local list = moved[into] or {}
      moved[into] = list
      list[#list + 1], list[#list + 2] = entries[i], numbers
      rare.entries = rare.entries + 1
    end
  end
  for into, list in pairs(moved) do hset(into, list) end
end

-- Sweep as many buckets as documents have gone, and keep the buckets' average size in bounds.
local function rare_close(gone)
  for _ = 1, math.min(gone, rare.buckets) do
    rare.sweep = (rare.sweep + 1) % rare.buckets
    rare_move(rare.sweep, rare.buckets)
  end
  while rare.entries > rare.buckets * BUCKET do rare_move(rare.buckets - rare.half, rare.buckets + 1) end
  while rare.buckets > 1 and rare.entries < rare.buckets * BUCKET / 4 do
    rare_move(rare.buckets - 1, rare.buckets - 1)
  end
  redis.call('HSET', META, 'first', rare.first, 'entries', rare.entries, 'buckets', rare.buckets, 'sweep', rare.sweep)
end
