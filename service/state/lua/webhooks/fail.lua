-- Note a failed delivery. KEYS: webhooks, the webhook's. ARGV: id, position, time of the next try, what went wrong.
-- A call that is repeated because its answer was lost is not counted again.

if is_over(ARGV[2]) then return end
if redis.call('HGET', KEYS[2], 'next_try') == ARGV[3] then return end
redis.call('HINCRBY', KEYS[2], 'tries', 1)
redis.call('HSET', KEYS[2], 'next_try', ARGV[3], 'error', ARGV[4])
