"""Time, memory and accuracy, measured: ``python -m benchmarks [NAME ...] [--data DIR]``.

A bench is a module `bench_NAME` whose `figures(data)` yields its figures; the first line of its docstring
is its title.
"""

import os

# All times are those of one core: linear algebra must start no threads. numpy reads this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
