-- The domain's few numbers: `first`, the oldest document's; `entries` and `buckets` of the rare table, with `half`, the
-- largest power of two not above `buckets`; `sweep`, the bucket that was swept last; `known`, the number of the last
-- document before the current row of strange ones, up to which templates are known; `row`, strange documents in that.

local STORED = {'first', 'entries', 'buckets', 'sweep', 'known', 'row'}
local domain = {}

local function domain_resize(buckets)
  domain.buckets, domain.half = buckets, 1
  while domain.half * 2 <= buckets do domain.half = domain.half * 2 end
end

local function domain_open()
  local meta = redis.call('HMGET', META, 'layout', unpack(STORED))
  for i, name in ipairs(STORED) do domain[name] = tonumber(meta[i + 1] or 0) end
  domain_resize(math.max(domain.buckets, 1))
  if meta[2] and tonumber(meta[1]) ~= LAYOUT then
    error('another version of urltree has written what this store holds: begin with an empty one')
  end
end

local function domain_save()
  local meta = {'layout', LAYOUT}
  for i, name in ipairs(STORED) do meta[2 * i + 1], meta[2 * i + 2] = name, domain[name] end
  redis.call('HSET', META, unpack(meta))
end
