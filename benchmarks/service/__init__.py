"""Services, replays and those who use them, as processes, to be measured from outside."""
