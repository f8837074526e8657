"""What the service knows about itself.

processes, work queue ─► `reporter`, Lua scripts ─► Redis ─► `statistics` ─► dashboard, metrics
"""
