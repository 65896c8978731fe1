"""What every statement asks about its session, each question in one call into the JVM.

A call into the JVM takes as long as reading a clause. What needs several in a row (a session, its
catalog, a view of it, the view's text) is composed once, of method handles, and called by name.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rmt_engine.spark.bridge.gateway import Gateway

__all__ = ["SessionHandles"]

_SQL = "org.apache.spark.sql"
_SESSION = f"{_SQL}.classic.SparkSession"
_CATALOG = f"{_SQL}.catalyst.catalog"
_TEXT = "java.lang.String"


class SessionHandles:
    """Method handles over the session whose statement a thread works on, or over a given one.

    Args:
        gateway: the bridge to the JVM.

    Source: `java.lang.invoke.MethodHandles`.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._class = gateway.java_class
        self._new_array = gateway.new_array
        self._handles = gateway.java_class("java.lang.invoke.MethodHandles")
        self._method_type = gateway.java_class("java.lang.invoke.MethodType").methodType
        self._lookup = self._handles.publicLookup()
        self._none = self._array()
        self._settings: dict[tuple[tuple[str, str], ...], Any] = {}
        self._of_active = functools.lru_cache(maxsize=4096)(self._view_of_active)
        self._all_of_active = functools.lru_cache(maxsize=1024)(self._views_of_active)

    def settings_and_database(self, defaults: Mapping[str, str]) -> tuple[dict[str, str], str]:
        """Settings of the active session, and its current database.

        Args:
            defaults: the names of the settings, and what each is where nobody has set it.
        """
        asked = tuple(defaults.items())
        reading = self._settings.get(asked)
        if reading is None:
            reading = self._settings[asked] = self._reading(asked)
        *values, database = json.loads(reading.invokeWithArguments(self._none))
        return dict(zip(defaults, values, strict=True)), database

    def view_text(self, session: Any | None, name: str) -> str | None:
        """The query of a temporary view, empty if it has none; None if there is no such view.

        Args:
            session: the JVM's session; None for the active one.
            name: the view's name.
        """
        if session is None:
            text = self._of_active(name).invokeWithArguments(self._none)
        else:
            text = self._view_text_in.call(session, name)
        return None if text is None else str(text)

    def view_texts(self, session: Any | None, names: Collection[str]) -> dict[str, str | None]:
        """The queries of several temporary views, as `view_text` of each."""
        if session is not None or len(names) < 2:
            return {name: self.view_text(session, name) for name in names}
        asked = tuple(sorted(names))
        texts = self._all_of_active(asked).invokeWithArguments(self._none)
        return dict(zip(asked, json.loads(texts), strict=True))

    def analyzed_plan(self, session: Any | None, plan: Any) -> Any:
        """A logical plan, analyzed in a session, without anything being executed.

        Args:
            session: the JVM's session; None for the active one.
            plan: a Catalyst logical plan.

        Raises:
            AnalysisException: Spark's own.
        """
        if session is None:
            return self._analyzed_of_active.call(plan)
        return self._analyzed_in.call(session, plan)

    @functools.cached_property
    def _analyzed_of_active(self) -> Any:
        return self._function(self._of_active_session(self._analyzed))

    @functools.cached_property
    def _analyzed_in(self) -> Any:
        return self._function(self._analyzed)

    @functools.cached_property
    def _analyzed(self) -> Any:
        """(session, plan) to the plan, analyzed."""
        state, execution = f"{_SQL}.internal.SessionState", f"{_SQL}.execution"
        plan = f"{_SQL}.catalyst.plans.logical.LogicalPlan"
        planned = self._handles.insertArguments(
            self._method(state, "executePlan", plan, "scala.Enumeration$Value"),
            2,
            self._array(self._class(f"{execution}.CommandExecutionMode").SKIP()),
        )
        analyzed = self._then(planned, self._method(f"{execution}.QueryExecution", "analyzed"))
        return self._taking(analyzed, self._method(_SESSION, "sessionState"))

    def _reading(self, asked: Sequence[tuple[str, str]]) -> Any:
        """() to the values of settings and the current database, as a list in JSON."""
        reading = self._handles.collectArguments(
            self._to_json(len(asked) + 1), len(asked), self._of_active_session(self._database)
        )
        for name, default in asked:
            one = self._handles.insertArguments(self._setting, 0, self._array(name, default))
            reading = self._handles.collectArguments(reading, 0, one)
        return reading

    def _view_of_active(self, name: str) -> Any:
        return self._handles.insertArguments(
            self._of_active_session(self._view_text), 0, self._array(name)
        )

    def _views_of_active(self, names: Sequence[str]) -> Any:
        """() to the texts of temporary views, as a list in JSON."""
        reading = self._to_json(len(names))
        for place, name in reversed(list(enumerate(names))):
            reading = self._handles.collectArguments(reading, place, self._of_active(name))
        return reading

    @functools.cached_property
    def _view_text_in(self) -> Any:
        return self._function(self._view_text)

    @functools.cached_property
    def _view_text(self) -> Any:
        """(session, name) to the text of a temporary view."""
        relation = self._class_of(f"{_CATALOG}.TemporaryViewRelation")
        text = self._then(
            self._returning(relation, self._method("scala.Option", "get")),
            self._method(relation.getName(), "tableMeta"),
            self._method(f"{_CATALOG}.CatalogTable", "viewText"),
            self._method("scala.Option", "toList"),
            self._method("scala.collection.immutable.List", "mkString"),
        )
        no_text = self._handles.constant(self._class_of(_TEXT), None)
        of_option = self._handles.guardWithTest(
            self._method("scala.Option", "isEmpty"),
            self._handles.dropArguments(no_text, 0, self._types("scala.Option")),
            text,
        )
        view = self._method(f"{_CATALOG}.SessionCatalog", "getRawTempView", _TEXT)
        catalog = self._then(
            self._method(_SESSION, "sessionState"),
            self._method(f"{_SQL}.internal.SessionState", "catalog"),
        )
        return self._taking(self._then(view, of_option), catalog)

    @functools.cached_property
    def _database(self) -> Any:
        """A session to its current database."""
        catalog = self._method(f"{_SQL}.catalog.Catalog", "currentDatabase")
        return self._then(self._method(_SESSION, "catalog"), catalog)

    @functools.cached_property
    def _setting(self) -> Any:
        """(name, default) to a setting of the active session."""
        get = self._method(f"{_SQL}.RuntimeConfig", "get", _TEXT, _TEXT)
        conf = self._method(_SESSION, "conf")
        return self._of_active_session(self._taking(get, conf))

    def _of_active_session(self, handle: Any) -> Any:
        """A handle that takes a session first, as one over the active session."""
        method = self._class_of(_SESSION).getMethod("active", self._types())
        return self._taking(handle, self._lookup.unreflect(method))

    def _to_json(self, count: int) -> Any:
        """So many texts to a list of them in JSON, by Jackson."""
        mapper = self._class("com.fasterxml.jackson.databind.ObjectMapper")()
        write = self._method(mapper.getClass().getName(), "writeValueAsString", "java.lang.Object")
        list_of_texts = self._class_of(f"[L{_TEXT};")
        written = self._method_type(self._class_of(_TEXT), list_of_texts)
        return write.bindTo(mapper).asType(written).asCollector(list_of_texts, count)

    def _then(self, first: Any, *others: Any) -> Any:
        """One handle that calls several, each with what the one before it returns."""
        for other in others:
            taken = other.type().parameterType(0)
            first = self._handles.filterReturnValue(self._returning(taken, first), other)
        return first

    def _taking(self, handle: Any, first: Any) -> Any:
        """A handle whose first argument another one gives."""
        taken = handle.type().parameterType(0)
        return self._handles.collectArguments(handle, 0, self._returning(taken, first))

    @staticmethod
    def _returning(java_class: Any, handle: Any) -> Any:
        return handle.asType(handle.type().changeReturnType(java_class))

    def _function(self, handle: Any) -> Any:
        """A handle of one or two arguments as an object, whose arguments need no array."""
        kind = {1: "Function", 2: "Function2"}[handle.type().parameterCount()]
        function = self._class_of(f"org.apache.spark.api.java.function.{kind}")
        return self._class("java.lang.invoke.MethodHandleProxies").asInterfaceInstance(
            function, handle
        )

    def _method(self, owner: str, name: str, *arguments: str) -> Any:
        """A method of a class, which takes the object first."""
        method = self._class_of(owner).getMethod(name, self._types(*arguments))
        return self._lookup.unreflect(method)

    def _class_of(self, name: str) -> Any:
        return self._class("java.lang.Class").forName(name)

    def _types(self, *names: str) -> Any:
        types = self._new_array(self._class("java.lang.Class"), len(names))
        for place, name in enumerate(names):
            types[place] = self._class_of(name)
        return types

    def _array(self, *values: object) -> Any:
        array = self._new_array(self._class("java.lang.Object"), len(values))
        for place, value in enumerate(values):
            array[place] = value
        return array
