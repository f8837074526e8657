-- Answer: the holders that were filed since a time, the latest first. ARGV: the time.

return redis.call('ZREVRANGEBYSCORE', FILED, '+inf', ARGV[1])
