-- The domain's few numbers: `first`, the oldest document's; `entries` and `buckets` of the rare table, with `half`, the
-- largest power of two not above `buckets`; `sweep`, the bucket that was swept last; `known`, the number of the last
-- document before the current row of strange ones, up to which templates are known; `row`, strange documents in that.

local domain = {}

local function domain_resize(buckets)
  domain.buckets, domain.half = buckets, 1
  while domain.half * 2 <= buckets do domain.half = domain.half * 2 end
end

local function domain_open()
  local meta = redis.call('HMGET', META, 'first', 'entries', 'sweep', 'buckets', 'known', 'layout', 'row')
  domain.first, domain.entries, domain.sweep = tonumber(meta[1] or 0), tonumber(meta[2] or 0), tonumber(meta[3] or 0)
  domain.known, domain.row = tonumber(meta[5] or 0), tonumber(meta[7] or 0)
  domain_resize(tonumber(meta[4] or 1))
  if meta[1] and tonumber(meta[6]) ~= LAYOUT then
    error('another version of urltree has written what this store holds: begin with an empty one')
  end
end

local function domain_save()
  redis.call('HSET', META, 'first', domain.first, 'entries', domain.entries, 'sweep', domain.sweep,
    'buckets', domain.buckets, 'known', domain.known, 'row', domain.row, 'layout', LAYOUT)
end
