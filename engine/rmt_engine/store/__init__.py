"""The store: which tables there are, which parts they consist of, and where the files lie.

The registry, a relational database, is the only truth; files become visible when a registry
transaction says so, are never changed, and are collected when nothing refers to them any more. The
store carries declared SQL text around but never reads it.
"""
