"""Private fields of Java's objects, where nothing public leads to what is needed."""

from __future__ import annotations

from typing import Any

__all__ = ["accessible_field"]


def accessible_field(java_class: Any, name: str) -> Any:
    """A field of a class in the JVM, or of one that it extends, which may be read and set.

    Raises:
        AttributeError: there is none of that name.
    """
    while java_class is not None:
        for field in java_class.getDeclaredFields():
            if field.getName() == name:
                field.setAccessible(True)
                return field
        java_class = java_class.getSuperclass()
    raise AttributeError(name)
