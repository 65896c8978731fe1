"""SQL text: what a statement is, what it means, and what Spark should be asked instead.

Nothing here touches Spark, a file or the registry: text goes in, typed statements and rewritten
text come out.
"""
