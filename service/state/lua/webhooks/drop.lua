-- Forget a dead letter. KEYS: webhooks, the webhook's, its dead letters. ARGV: the letter's text.
-- The last error goes with the last letter, unless a document waits to be tried again.

redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('EXISTS', KEYS[3]) == 0 and redis.call('HEXISTS', KEYS[2], 'tries') == 0 then
  redis.call('HDEL', KEYS[2], 'error')
end
