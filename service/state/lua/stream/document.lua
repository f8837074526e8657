-- Shared by the scripts that publish. KEYS: documents, kept, published and publishing of the domain.
-- ARGV: URL key (8 bytes); hash of the text, or '-' for a short text; hashes of response and normal URL; when the tree
-- first saw the key, in milliseconds; the page, to be kept while its domain is cold; then names and values of the
-- entry's fields.

local DOCUMENTS = KEYS[1]

-- Turn a list of names and values, from the index `first` on, into a table by name.
local function by_name(list, first)
  local fields = {}
  for i = first, #list, 2 do fields[list[i]] = list[i + 1] end
  return fields
end

local key, text_hash, response, normal, first_seen, page = unpack(ARGV, 1, 6)
local entry = by_name(ARGV, 7)
local domain, text = entry.domain, entry.text

-- The fields of a published document; empty if the stream no longer has it.
local function entry_at(position)
  local found = redis.call('XRANGE', DOCUMENTS, position, position)[1]
  return by_name(found and found[2] or {}, 1)
end

-- The lines of a text that another text does not have.
local function lines_beyond(text, other)
  local seen, unseen = {}, {}
  for line in other:gmatch('[^\n]+') do seen[line] = true end
  for line in text:gmatch('[^\n]+') do
    if not seen[line] then unseen[#unseen + 1] = line end
  end
  return table.concat(unseen, '\n')
end

-- Count the characters of UTF-8: continuation bytes are not counted.
local function length(utf8) return select(2, utf8:gsub('[^\128-\191]', '')) end

-- The id of the feed that a feed was merged into, or its own.
local function feed_now(id) return redis.call('HGET', MERGED, id) or id end

local function list_in(list, now)
  redis.call('ZADD', list, now, key .. domain)
  redis.call('ZREMRANGEBYRANK', list, 0, -NEWEST - 1)
  redis.call('PEXPIRE', list, STREAM_AGE)
end

-- List the entry under the feed and the labels that the document did not have when last published: all, when it is new.
local function list_as_newest(last, now)
  if entry.feed and entry.feed ~= last.feed then list_in(NEWEST_OF_FEED .. entry.feed, now) end
  local had = {}
  for _, label in ipairs(cjson.decode(last.labels or '[]')) do had[label] = true end
  for _, label in ipairs(cjson.decode(entry.labels or '[]')) do
    if not had[label] then list_in(NEWEST_OF_LABEL .. label, now) end
  end
end

-- Write the entry, with some more fields, and its mark. `last` are the fields of the document as last published: it
-- keeps its feed even if another feed brought the revision.
local function write(mark, more, last)
  if last.feed and feed_now(last.feed) ~= entry.feed then
    entry.feed, entry.site, entry.labels = last.feed, last.site, last.labels
  end
  if entry.feed then
    entry.feed = feed_now(entry.feed)
    entry.merged = redis.call('HGET', FEED .. entry.feed, 'merged') or nil
  end
  entry.revision = mark.revision
  for name, value in pairs(more) do entry[name] = value end
  local fields = {}
  for name, value in pairs(entry) do
    fields[#fields + 1] = name
    fields[#fields + 1] = value
  end
  local position = redis.call('XADD', DOCUMENTS, '*', unpack(fields))
  local line = table.concat({mark.revision, position, mark.response, mark.normal, text_hash}, ' ')
  forget_text(key)
  -- The oldest mark is to stand first. To look for one that is not there would take half a millisecond.
  if redis.call('HSET', PUBLISHED, key, line) == 0 then redis.call('LREM', PUBLISHING, -1, key) end
  redis.call('RPUSH', PUBLISHING, key)
  if text_hash ~= '-' then redis.call('HSET', PUBLISHED, text_hash, key) end
  list_as_newest(last, time_of(position))
  redis.call('XTRIM', DOCUMENTS, 'MAXLEN', '=', STREAM_DOCUMENTS)
  redis.call('XTRIM', DOCUMENTS, 'MINID', '=', math.max(0, time_of(position) - STREAM_AGE))
  return position
end
