-- Prepended to each script that reads feeds; FIELDS names what it reads of each.

-- Write a feed as a JSON list: id, time of the next poll, fields. Each field is JSON already; one that the feed does
-- not have is null, and so is the time if the feed is not polled. Returns nil if there is no such feed.
local function feed_json(due, id)
  local fields = redis.call('HMGET', FEED .. id, unpack(FIELDS))
  if not fields[1] then
    return nil
  end
  for i = 1, #FIELDS do
    fields[i] = fields[i] or 'null'
  end
  local next_poll = redis.call('ZSCORE', due, id) or 'null'
  return '[' .. cjson.encode(id) .. ',' .. next_poll .. ',' .. table.concat(fields, ',') .. ']'
end
