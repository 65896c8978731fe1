from __future__ import annotations

import pytest

from rmt_engine.spark.write.insert_throttle import insert_delay


@pytest.mark.parametrize(
    ("parts", "limits", "seconds"),
    [
        pytest.param(999, (1000, 3000, 1), 0.0, id="below the limit"),
        pytest.param(1000, (1000, 3000, 1), 0.01, id="at the limit, a moment"),
        pytest.param(1999, (1000, 3000, 1), 0.5, id="half-way"),
        pytest.param(2999, (1000, 3000, 1), 1.0, id="just before it is refused"),
        pytest.param(9999, (1000, 3000, 1), 1.0, id="never longer"),
        pytest.param(9999, (0, 3000, 1), 0.0, id="no limit"),
        pytest.param(1000, (1000, 0, 2), 2.0, id="never refused"),
        pytest.param(1000, (1000, 1000, 2), 2.0, id="both limits are one"),
    ],
)
def test_an_insert_waits_longer_the_more_parts_there_are(
    parts: int, limits: tuple[int, int, float], seconds: float
) -> None:
    assert insert_delay(parts, *limits) == pytest.approx(seconds)
