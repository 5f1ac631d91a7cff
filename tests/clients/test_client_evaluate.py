"""evaluate loads our metric, with the network closed."""

import pytest

from bolide import Meteor

pytestmark = [pytest.mark.clients, pytest.mark.english]


def test_loads_offline_and_gives_the_scores_of_the_interface(client, captions, tmp_path):
    """Strings and lists as references, batches, options and other languages give what `Meteor` gives."""
    chosen = captions[150:198]
    question = {
        "predictions": [hypothesis for hypothesis, _ in chosen],
        "references": [references[0] for _, references in chosen],
        "several": [references for _, references in chosen],
    }
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(tmp_path), "BOLIDE_OFFLINE": "1"}
    answers = client("evaluate", **offline).ask("evaluate_scores.py", question)
    for key, references, options in (
        ("strings", "references", {}),
        ("lists", "several", {}),
        ("options", "references", {"task": "adq"}),
        ("combined", "references", {}),
    ):
        expected = Meteor(**options).score(question["predictions"], question[references])
        assert answers[key]["meteor"] == expected.score
        assert answers[key]["scores"] == expected.segments.score.tolist()
        assert answers[key]["signature"] == str(expected.signature)
    assert len(answers["batches"]["scores"]) == 2
    assert answers["portuguese"]["meteor"] == Meteor("pt").score(["o gato"], ["os gatos"]).score
