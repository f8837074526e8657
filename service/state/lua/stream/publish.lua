-- Publish a document, unless it was published already. Returns the outcome, and the position of what was published.

local revision = tonumber(entry.revision)

local function duplicate_by(mark)
  if mark.response == response then return 'response_url' end
  if mark.normal == normal then return 'cid' end
  return 'rules'
end

-- Where the tree forgets a domain that is silent for long, nothing else would ever drop its marks. The lists of newest
-- documents need them for as long as the stream has these.
local function expire_marks()
  for _, marks in ipairs({PUBLISHED, PUBLISHING}) do
    if FORGETS_SILENT == 1 then
      redis.call('PEXPIRE', marks, math.max(MARKS_AGE, STREAM_AGE))
    else
      redis.call('PERSIST', marks)
    end
  end
end

-- Keep the page of what was published last, or no page of the document.
local function keep(now)
  if page ~= '' and redis.call('LLEN', PUBLISHING) < WARM then
    keep_page(domain, key, page, now)
  else
    drop_page(domain, key)
  end
end

local function publish(status, last, unseen)
  local mark = {revision = revision, response = response, normal = normal}
  local position = write(mark, {status = status, unseen = unseen}, last)
  if status == 'new' and redis.call('LLEN', PUBLISHING) == WARM then warm(domain) end
  drop_old_marks(time_of(position))
  expire_marks()
  keep(time_of(position))
  return {status, position}
end

-- A tree that has forgotten the page since it was published counts its revisions from 0 again.
local function is_published(mark)
  return revision <= mark.revision and tonumber(first_seen) <= time_of(mark.position)
end

local mark = mark_read(key)
if mark and is_published(mark) then return {duplicate_by(mark), mark.position} end
local publisher = publisher_of(text_hash)
if publisher then return {publisher == key and 'unchanged' or 'text', mark_read(publisher).position} end
if not mark then return publish('new', {}) end
local last = entry_at(mark.position)
-- Without the text last published, as after its deletion, it cannot be told which lines were in it.
local unseen = last.text and lines_beyond(text, last.text) or text
if length(unseen) <= REVISION_CHARS then return {'unchanged', mark.position} end
return publish('revision', last, unseen)
