-- Publish a document, unless it is published. KEYS: documents, published and publishing of its domain.
-- ARGV: URL key (8 bytes); revision; hashes of response and normal URL; text; retention of marks (number,
-- milliseconds, number kept however old); retention of the stream (number, milliseconds); then names and
-- values of the entry's other fields. Answers the outcome, and the position of what was published.

local DOCUMENTS, PUBLISHED, PUBLISHING = unpack(KEYS)
local key, revision, response, normal, text = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
local marks = {number = tonumber(ARGV[6]), age = tonumber(ARGV[7]), floor = tonumber(ARGV[8])}
local stream = {number = ARGV[9], age = tonumber(ARGV[10])}
local FIRST_FIELD = 11

local function mark_read(key)
  local mark = redis.call('HGET', PUBLISHED, key)
  if not mark then return nil end
  local revision, position, response, normal = mark:match('^(%d+) (%S+) (%S+) (%S+)$')
  return {revision = tonumber(revision), position = position, response = response, normal = normal}
end

local function time_of(position) return tonumber(position:match('^%d+')) end

-- The text of a published document; none if the stream no longer has it.
local function text_at(position)
  local entry = redis.call('XRANGE', DOCUMENTS, position, position)[1]
  local fields = entry and entry[2] or {}
  for i = 1, #fields, 2 do
    if fields[i] == 'text' then return fields[i + 1] end
  end
  return ''
end

local function unseen_lines(before)
  local seen, unseen = {}, {}
  for line in before:gmatch('[^\n]+') do seen[line] = true end
  for line in text:gmatch('[^\n]+') do
    if not seen[line] then unseen[#unseen + 1] = line end
  end
  return table.concat(unseen, '\n')
end

-- Characters of UTF-8: bytes that continue one are not counted.
local function length(utf8) return select(2, utf8:gsub('[^\128-\191]', '')) end

local function duplicate_by(mark)
  if mark.response == response then return 'response_url' end
  if mark.normal == normal then return 'cid' end
  return 'rules'
end

local function drop_old_marks(now)
  for _ = 1, MARKS_STEP do
    local number, oldest = redis.call('LLEN', PUBLISHING), redis.call('LINDEX', PUBLISHING, 0)
    local is_old = now - time_of(mark_read(oldest).position) > marks.age
    if number <= marks.number and not (is_old and number > marks.floor) then return end
    redis.call('HDEL', PUBLISHED, redis.call('LPOP', PUBLISHING))
  end
end

local function publish(status, unseen)
  local fields = {'text', text, 'revision', revision, 'status', status, unpack(ARGV, FIRST_FIELD)}
  if unseen then
    fields[#fields + 1] = 'unseen'
    fields[#fields + 1] = unseen
  end
  local position = redis.call('XADD', DOCUMENTS, '*', unpack(fields))
  redis.call('HSET', PUBLISHED, key, table.concat({revision, position, response, normal}, ' '))
  if status == 'new' then redis.call('RPUSH', PUBLISHING, key) end
  drop_old_marks(time_of(position))
  redis.call('XTRIM', DOCUMENTS, 'MAXLEN', '=', stream.number)
  redis.call('XTRIM', DOCUMENTS, 'MINID', '=', math.max(0, time_of(position) - stream.age))
  return {status, position}
end

local mark = mark_read(key)
if not mark then return publish('new') end
if revision <= mark.revision then return {duplicate_by(mark), mark.position} end
local unseen = unseen_lines(text_at(mark.position))
if length(unseen) <= REVISION_CHARS then return {'unchanged', mark.position} end
return publish('revision', unseen)
