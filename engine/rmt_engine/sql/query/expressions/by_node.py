"""What is known of nodes themselves, not of others that are equal to them."""

from __future__ import annotations

from typing import Generic, TypeVar

from rmt_engine.sql.query.tree import Node

__all__ = ["ByNode"]

Known = TypeVar("Known")


class ByNode(Generic[Known]):
    """Answers by nodes, which are kept, so that no other node is taken for one that is gone."""

    def __init__(self) -> None:
        self._answers: dict[int, tuple[Node, Known]] = {}

    def get(self, node: Node) -> Known | None:
        """What is known of a node; None if nothing is."""
        found = self._answers.get(id(node))
        return None if found is None else found[1]

    def put(self, node: Node, known: Known) -> Known:
        """Keeps what is known of a node, and gives it back."""
        self._answers[id(node)] = node, known
        return known
