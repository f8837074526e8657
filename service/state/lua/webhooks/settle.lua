-- Move a webhook on past a document. KEYS: webhooks, the webhook's, its dead letters. ARGV: id, position, documents
-- delivered; and of a dead letter: its text, its time, what went wrong. The last error goes once a document was
-- delivered, or was passed over while there are no dead letters: it was deleted, or is not wanted.

if is_over(ARGV[2]) then return end
redis.call('HSET', KEYS[2], 'position', ARGV[2])
redis.call('HDEL', KEYS[2], 'tries', 'next_try')
redis.call('HINCRBY', KEYS[2], 'delivered', ARGV[3])
if ARGV[3] ~= '0' or redis.call('EXISTS', KEYS[3]) == 0 then redis.call('HDEL', KEYS[2], 'error') end
if ARGV[4] then
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[4])
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -LETTERS - 1)
  redis.call('HSET', KEYS[2], 'error', ARGV[6])
end
