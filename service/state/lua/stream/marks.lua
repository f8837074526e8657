-- Shared by the scripts that read marks of what was published. KEYS[3], KEYS[4]: published and publishing of a domain.

local PUBLISHED, PUBLISHING = KEYS[3], KEYS[4]

-- A mark may date from when marks did not yet have the hash of the text.
local function mark_read(key)
  local mark = redis.call('HGET', PUBLISHED, key)
  if not mark then return nil end
  local revision, position, response, normal, hash = mark:match('^(%d+) (%S+) (%S+) (%S+) ?(%S*)$')
  return {revision = tonumber(revision), position = position, response = response, normal = normal, text = hash}
end

-- The key of the document that published this text.
local function publisher_of(text) return redis.call('HGET', PUBLISHED, text) end

local function forget_text(key)
  local mark = mark_read(key)
  if mark and publisher_of(mark.text) == key then redis.call('HDEL', PUBLISHED, mark.text) end
end

local function time_of(position) return tonumber(position:match('^%d+')) end

-- Returns how many were dropped: as many as MARKS_STEP, if more may be left.
local function drop_old_marks(now)
  for dropped = 0, MARKS_STEP - 1 do
    local number = redis.call('LLEN', PUBLISHING)
    if number <= MIN_MARKS then return dropped end
    local key = redis.call('LINDEX', PUBLISHING, 0)
    local mark = mark_read(key)
    local is_old = not mark or now - time_of(mark.position) > MARKS_AGE
    if number <= MAX_MARKS and not is_old then return dropped end
    redis.call('LPOP', PUBLISHING)
    forget_text(key)
    redis.call('HDEL', PUBLISHED, key)
  end
  return MARKS_STEP
end
