"""What the process that forks workers loads.

Frozen, or each worker's garbage collector would look at it, and so copy it.
"""

from service.pool import work  # noqa: F401
from service.running.process import freeze_loaded_objects

freeze_loaded_objects()
