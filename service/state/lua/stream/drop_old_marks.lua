-- Drop marks of a domain that are too many or too old, although nothing new is published of it. Returns how many.

local time = redis.call('TIME')
return drop_old_marks(time[1] * 1000 + math.floor(time[2] / 1000))
