"""Load the metric with evaluate, without a network, and score: predictions and references in, the results out."""

import json
import socket
import sys


def refuse(*arguments):
    raise AssertionError("no connection may be opened")


socket.socket.connect = refuse
socket.getaddrinfo = refuse

import evaluate  # noqa: E402  after the network is closed

from bolide.adapters.evaluate import path  # noqa: E402

question = json.load(sys.stdin)
metric = evaluate.load(path())
metric.add_batch(predictions=question["predictions"][:2], references=question["references"][:2])
batches = metric.compute()
portuguese = evaluate.load(path(), "pt").compute(predictions=["o gato"], references=["os gatos"])
answers = {
    "strings": metric.compute(predictions=question["predictions"], references=question["references"]),
    "lists": metric.compute(predictions=question["predictions"], references=question["several"]),
    "options": metric.compute(predictions=question["predictions"], references=question["references"], task="adq"),
    "combined": evaluate.combine([path()]).compute(
        predictions=question["predictions"], references=question["references"]
    ),
    "batches": batches,
    "portuguese": portuguese,
}
print(json.dumps(answers))
