-- File a holder under half of its fingerprint. ARGV: the holder, the time.

redis.call('ZADD', FILED, 'GT', ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', FILED, 0, -MAX_FILED - 1)
redis.call('EXPIRE', FILED, FILED_AGE)
