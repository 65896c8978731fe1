"""What happens when runs of rows meet: inserts collapse, parts merge, FINAL hides beaten rows.

One rule decides everywhere (`algorithms`): of the rows with the same key the one with the highest
version stays, of those the last inserted. The work is cut into key ranges (`ranges`), each a task
that reads keys first and other columns only for the rows that stay.
"""
