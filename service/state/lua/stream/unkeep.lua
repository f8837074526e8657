-- Drop a kept page. ARGV: its domain; its URL key (8 bytes).

drop_page(ARGV[1], ARGV[2])
