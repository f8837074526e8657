-- Shared by the scripts that count. The last of KEYS: the counts of all time; the other keys are named after it.

local STATISTICS = KEYS[#KEYS]

local function seconds_now() return tonumber(redis.call('TIME')[1]) end

local function add(key, counts)
  for name, number in pairs(counts) do redis.call('HINCRBY', key, name, number) end
end

-- Add counts, by name, to those of all time and of the current periods.
local function tally(counts)
  local now = seconds_now()
  add(STATISTICS, counts)
  for seconds, age in pairs(PERIODS) do
    local period = STATISTICS .. ':' .. seconds .. ':' .. now - now % seconds
    add(period, counts)
    redis.call('EXPIRE', period, age)
  end
end

-- Add a latency to counts; `service.counting` does the same.
local function add_latency(counts, stage, milliseconds)
  local bucket, bound = 0, 1
  while bound < milliseconds and bucket < LAST_BUCKET do
    bucket, bound = bucket + 1, bound * 2
  end
  counts[stage .. ':' .. bucket] = 1
  counts[stage .. ':sum'] = milliseconds * 1000
end
