"""The engine inside Spark: one driver process, stock Spark, no JVM code of ours.

Python objects handed to Spark through py4j as Java interfaces see every statement (`hooks`), give
tables their plans (`scan`) and add functions (`functions`). All of py4j stays in this package.
"""
