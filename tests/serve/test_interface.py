"""The interface of `bolide serve`, made-up requests against openapi.json: valid ones are answered as it says, others refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, settings

from bolide.data import read_text

schemathesis = pytest.importorskip("schemathesis")
SCHEMA = schemathesis.openapi.from_dict(json.loads(read_text("serve/openapi.json")))


@SCHEMA.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_made_up_requests(case, client):
    """No request brings an error of the server, and every answer has the form that the description gives it."""
    case.call_and_validate(base_url=str(client.base_url), headers={"host": "127.0.0.1:8000"})
