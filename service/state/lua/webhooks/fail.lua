-- Note a failed delivery. KEYS: webhooks, the webhook's. ARGV: id, time of the next try, what went wrong.
-- A call that is repeated because its answer was lost is not counted again.

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
if redis.call('HGET', KEYS[2], 'next_try') == ARGV[2] then return end
redis.call('HINCRBY', KEYS[2], 'tries', 1)
redis.call('HSET', KEYS[2], 'next_try', ARGV[2], 'error', ARGV[3])
