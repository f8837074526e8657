-- Add a webhook, unless there are as many as there may be. Returns whether it was added.
-- KEYS: webhooks, the webhook's. ARGV: id, the webhook's text, position after which its documents come.

if redis.call('HLEN', KEYS[1]) >= MAX_WEBHOOKS then return false end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], 'position', ARGV[3])
return true
