-- Note that a webhook took a dead letter. KEYS: webhooks, the webhook's, its dead letters. ARGV: the letter's text.
-- The last error stays while another document waits to be tried again.

if redis.call('ZREM', KEYS[3], ARGV[1]) == 0 then return end
redis.call('HINCRBY', KEYS[2], 'delivered', 1)
if redis.call('HEXISTS', KEYS[2], 'tries') == 0 then redis.call('HDEL', KEYS[2], 'error') end
