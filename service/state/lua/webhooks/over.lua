-- Shared by the scripts that note what became of a document. KEYS: webhooks, the webhook's. ARGV: id, position.

-- Whether a webhook was removed, or has come to a position or further, and so stays as it is: a call may be repeated
-- because its answer was lost, or come late from a process whose place another has taken.
local function is_over(position)
  if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return true end
  return is_reached(position, redis.call('HGET', KEYS[2], 'position') or '0-0')
end
