"""What the service knows about itself.

processes, work queue ─► `recorder`, Lua scripts ─► Redis ─► `statistics` ─► dashboard, metrics
"""
