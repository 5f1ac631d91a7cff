"""The interface of `bolide serve`, made-up requests against openapi.json: valid ones are answered as it says, others refused."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from bolide import Meteor

schemathesis = pytest.importorskip("schemathesis")
pytest.importorskip("starlette")

from bolide.serve.application import make_application  # noqa: E402 - after what it needs
from bolide.serve.requests import Metrics  # noqa: E402

HERE = {"host": "127.0.0.1:8000"}
SCHEMA = schemathesis.openapi.from_asgi(
    "/openapi.json", make_application(Metrics(Meteor("pt"), {"language": "pt"})), headers=HERE
)


@SCHEMA.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_made_up_requests(case):
    """No request brings an error of the server, and every answer has the form that the description gives it."""
    case.call_and_validate(headers=HERE)
