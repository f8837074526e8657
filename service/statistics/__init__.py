"""What the service knows of itself.

processes, work queue ─► `recorder`, Lua scripts ─► Redis ─► `statistics` ─► dashboard, metrics
"""
