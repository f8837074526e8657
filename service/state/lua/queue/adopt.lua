-- Give items that are in work to another feed, if their own was removed. ARGV: id and item of each.

for i = 1, #ARGV, 2 do adopt(ARGV[i], ARGV[i + 1]) end
