"""Time and memory, measured: ``python -m benchmarks [NAME ...] [--data DIR]``.

A bench is a module `bench_NAME` whose `figures(data)` yields its figures; the first line of its docstring
is its title.
"""
