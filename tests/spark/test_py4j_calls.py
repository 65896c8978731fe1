from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from py4j.java_collections import ListConverter, MapConverter
from py4j.java_gateway import JavaClass, JavaMember, JavaPackage, JVMView
from pyspark import SparkContext

from rmt_engine.spark.bridge.py4j_calls import quicken_calls

NAMES = {
    "org": "yp",
    "org.Thing": "ycorg.Thing",
    "org.Missing": "yp",
    "functions": "ycorg.functions",
    "org.Thing method": "ym",
    "org.Thing field": "yi7",
}


class Client:
    """A JVM that knows some names, and notes what it is asked."""

    gateway_property = SimpleNamespace(pool={})

    def __init__(self) -> None:
        self.converters = [MapConverter(), ListConverter()]
        self.asked: list[str] = []

    def send_command(self, command: str) -> str:
        _, asks_for, *names, _ = command.split("\n")[:-1]
        name = " ".join(names) if asks_for == "m" else asks_for.removeprefix("u") or names[0]
        self.asked.append(name)
        return NAMES[name]


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def jvm(client: Client, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(SparkContext, "_jvm", None)
    gateway = SimpleNamespace(jvm=JVMView(client, "jvm", id="rj"), _gateway_client=client)
    context: Any = SimpleNamespace(_gateway=gateway)
    quicken_calls(context)
    view = gateway.jvm
    quicken_calls(context)
    assert gateway.jvm is view
    assert SparkContext._jvm is view
    return view


def test_a_name_is_looked_up_once(jvm: Any, client: Client) -> None:
    for _ in range(2):
        assert isinstance(jvm.org, JavaPackage)
        assert isinstance(jvm.org.Thing, JavaClass)
        assert isinstance(jvm.functions, JavaClass)
        assert isinstance(jvm.org.Thing.method, JavaMember)
    assert client.asked == ["org", "org.Thing", "functions", "org.Thing method"]


def test_a_class_that_is_missing_may_come_with_a_jar(
    jvm: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(jvm.org.Missing, JavaPackage)
    monkeypatch.setitem(NAMES, "org.Missing", "ycorg.Missing")
    assert isinstance(jvm.org.Missing, JavaClass)


def test_a_field_is_read_every_time(
    jvm: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert jvm.org.Thing.field == 7
    monkeypatch.setitem(NAMES, "org.Thing field", "yi8")
    assert jvm.org.Thing.field == 8


@pytest.mark.parametrize(
    ("value", "converted"),
    [
        *(([1], True), ((1,), True), ({1: 2}, True)),
        *(("a", False), (1, False), (None, False), (b"", False)),
    ],
)
def test_containers_are_converted(jvm: Any, client: Client, value: object, converted: bool) -> None:
    assert any(converter.can_convert(value) for converter in client.converters) is converted
