-- Answer: name and support of every node.

local states, found = redis.call('HGETALL', NODES), {}
for i = 1, #states, 2 do
  found[i], found[i + 1] = states[i], node_load(states[i], states[i + 1]).support
end
return found
