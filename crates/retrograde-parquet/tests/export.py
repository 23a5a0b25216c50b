"""Prints the rows of Parquet files as DuckDB reads them, and then the number of rows for each value and depth.

    python3 export.py FILE...
"""

import sys

import duckdb

for file in sys.argv[1:]:
    table = duckdb.read_parquet(file)
    for row in table.fetchall():
        print(*row)
    for row in table.aggregate("value, depth, count(*)", "value, depth").order("value, depth").fetchall():
        print("count", *row)
    for key, value in duckdb.sql(f"select decode(key), decode(value) from parquet_kv_metadata('{file}')").fetchall():
        print("says", key, value)
