"""The examples of docs/other-programs.md run as they are, each in the environment of its client; and clients run unmodified."""

import json
import os
import re
import subprocess
import sys

import pytest
from conftest import ROOT, lines

from bolide import Meteor

pytestmark = [pytest.mark.clients, pytest.mark.english]
NPM = ROOT / "build" / "npm"
PAGE = ROOT / "docs/other-programs.md"
OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1"}
# The clients of the page's sections; those that CI leaves out take long to install.
SECTIONS = {
    "lm-evaluation-harness": "lm-eval",
    "Hugging Face evaluate": "evaluate",
    "deepeval": "deepeval",
    "unitxt": "unitxt",
    "ragas": "ragas",
    "opik": "opik",
    "MLflow": "mlflow",
    "azure-ai-evaluation": "azure-ai-evaluation",
    "torchmetrics": "torchmetrics",
    "Hugging Face Trainer": "lmms-eval",
}
# What comes before a recipe that leaves it to the user: here a small model that says the hypothesis, in words of the pair.
BEFORE = {
    "Hugging Face Trainer": """
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration

words = ["<pad>", "</s>", *sorted({*HYPOTHESIS.split(), *REFERENCE.split()})]
splitter = Tokenizer(models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="</s>"))
splitter.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
tokenizer = PreTrainedTokenizerFast(tokenizer_object=splitter, pad_token="<pad>", eos_token="</s>")
sizes = {"d_model": 8, "d_kv": 4, "d_ff": 8, "num_layers": 1, "num_heads": 1}
model = T5ForConditionalGeneration(T5Config(vocab_size=len(words), decoder_start_token_id=0, **sizes))
model.generate = lambda *_, **__: torch.tensor([tokenizer(HYPOTHESIS + " </s>")["input_ids"]])
rows = [{"input_ids": [2, 1], "attention_mask": [1, 1], "labels": tokenizer(REFERENCE + " </s>")["input_ids"]}]
"""
}
IN_CI = ("lm-eval", "evaluate", "deepeval")


def sections():
    """Return the blocks of code of each section, by its title, and those before all sections."""
    start, *parts = PAGE.read_text(encoding="utf-8").split("\n### ")
    blocks = {"": start} | {part.partition("\n")[0]: part.partition("\n## ")[0] for part in parts}
    return {
        title: re.findall(r"^```(?:py|yaml)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        for title, text in blocks.items()
    }


@pytest.mark.parametrize(
    ("title", "name"),
    [
        pytest.param(title, name, marks=[] if name in IN_CI else [pytest.mark.download])
        for title, name in SECTIONS.items()
    ],
)
def test_the_page(client, tmp_path, monkeypatch, title, name):
    """A recipe prints the score of its pair; a block that begins with a file's name is that file."""
    monkeypatch.chdir(tmp_path)
    blocks = sections()
    program = []
    for block in (*blocks[""], *blocks[title]):
        if file := re.match(r"# (\S+\.(?:py|yaml))\n", block):
            (tmp_path / file[1]).write_text(block, encoding="utf-8")
        else:
            program.append(block)
    program.insert(1, BEFORE.get(title, ""))
    (tmp_path / "recipe.py").write_text("".join(program), encoding="utf-8")
    pair = {}
    exec(program[0], pair)
    score = Meteor().segment(pair["HYPOTHESIS"], pair["REFERENCE"]).score
    told = client(name, HF_HOME=str(tmp_path / "hf"), **OFFLINE).run("recipe.py")
    assert told.splitlines()[-1] == str(round(score, 4)) == "0.5281"


def test_the_page_has_no_other_recipes():
    """Every recipe is run."""
    assert sections().keys() - {""} == SECTIONS.keys()


@pytest.mark.download
@pytest.mark.parametrize("kind", ["python", "javascript", "npm"])
def test_promptfoo(promptfoo, tmp_path, kind):
    """The assertions of the page give the score of the pair: in Python, by a server, and by the npm package, as the package has it."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## promptfoo")[2]
    settings, python, *scripts = re.findall(r"^```(?:yaml|py|js)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    javascript = scripts[kind == "npm"]
    score = 0.5281
    if kind == "npm":
        if not NPM.exists():
            pytest.skip("there is no npm package: make wasm")
        (tmp_path / "node_modules").mkdir()
        (tmp_path / "node_modules" / "bolide").symlink_to(NPM)
        pair = (re.search(rf"{name}: (.*)", settings)[1] for name in ("text", "reference"))
        score = round(Meteor("en", matchers=["exact", "stem", "synonym"]).segment(*pair).score, 4)
    command = [sys.executable, "-m", "bolide", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as server:
        try:
            (address,) = re.findall(r"http://[\d.:]+", server.stdout.readline())
            if kind != "python":
                settings = settings.replace("python # or: ", "").replace("file://meteor_assert.py # or: ", "")
            (tmp_path / "promptfooconfig.yaml").write_text(settings, encoding="utf-8")
            (tmp_path / "meteor_assert.py").write_text(python, encoding="utf-8")
            (tmp_path / "meteor_assert.mjs").write_text(
                javascript.replace("http://127.0.0.1:8000", address), encoding="utf-8"
            )
            assert round(promptfoo(tmp_path), 4) == score
        finally:
            server.terminate()


@pytest.fixture
def unmodified(client, tmp_path, monkeypatch):
    """Return a function that runs a program under `bolide run`, without Java, a network and bolide in its environment."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "shell"
    folder.mkdir()
    (folder / "sh").symlink_to("/bin/sh")
    offline = OFFLINE | {"HF_HOME": str(tmp_path / "hf"), "PATH": str(folder), "PYTHONUTF8": "1"}
    texts = {"hypotheses": lines("examples/system-a.txt"), "references": lines("examples/reference.txt")}
    (tmp_path / "texts.json").write_text(json.dumps(texts), encoding="utf-8")

    def run(name, text, *options):
        (tmp_path / "program.py").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "bolide", "run", *options, "--", client(name).python, "program.py"]
        done = subprocess.run(
            command, check=False, capture_output=True, encoding="utf-8", env=os.environ | offline, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        assert f": {Meteor().signature}\n" in done.stderr or options
        return json.loads(done.stdout.splitlines()[-1])

    return run


READ = "import json\ntexts = json.load(open('texts.json'))\nhypotheses, references = texts.values()\n"


def scored(**options):
    """Return the score of the examples."""
    return Meteor(**options).score(lines("examples/system-a.txt"), lines("examples/reference.txt"))


def test_evaluate_unmodified(unmodified):
    """`evaluate.load("meteor")` gives the score of the corpus, and nothing but it."""
    program = f"""{READ}
import evaluate
print(json.dumps(evaluate.load("meteor").compute(predictions=hypotheses, references=references)))
"""
    assert unmodified("evaluate", program) == {"meteor": scored().score}


def test_nltk_unmodified(unmodified):
    """NLTK's function gives the scores of the segments, on words of its tokeniser, which has no data here."""
    program = f"""{READ}
from nltk.translate.meteor_score import meteor_score
from nltk import word_tokenize
word_tokenize("One. Two.")
print(json.dumps([meteor_score([r.split()], h.split()) for h, r in zip(hypotheses, references)]))
"""
    assert unmodified("nltk", program) == scored().segments.values("score")


@pytest.mark.skipif(sys.platform == "win32", reason="the shim is a script for /bin/sh")
def test_captions_unmodified(unmodified):
    """COCO's evaluation, tokens included, gives the score of `--text ptb`."""
    program = f"""{READ}
from pycocoevalcap.meteor.meteor import Meteor
from pycocoevalcap.tokenizer.ptbtokenizer import PTBTokenizer
texts = [PTBTokenizer().tokenize({{i: [{{"caption": t}}] for i, t in enumerate(side)}}) for side in (references, hypotheses)]
print(json.dumps(Meteor().compute_score(*texts)[0]))
"""
    assert unmodified("pycocoevalcap", program) == scored(text="ptb").score


@pytest.mark.download
@pytest.mark.skipif(sys.platform == "win32", reason="the shim is a script for /bin/sh")
def test_lmms_eval_unmodified(unmodified):
    """The caption task of lmms-eval, tokens included, gives the score of `--text ptb`."""
    program = f"""{READ}
from lmms_eval.tasks.coco_cap.utils import coco_meteor, coco_process_result
rows = [({{"question_id": f"COCO_{{i}}.jpg", "id": i, "answer": [r]}}, [h]) for i, (h, r) in enumerate(zip(hypotheses, references))]
print(json.dumps(coco_meteor([coco_process_result(*row)["coco_METEOR"] for row in rows], None)))
"""
    assert unmodified("lmms-eval", program) == scored(text="ptb").score


def test_lm_eval_unmodified(unmodified, tmp_path):
    """A task with `metric: meteor` gives the mean of the segments' scores, as it is defined there."""
    task = sections()["lm-evaluation-harness"][0].partition("metric_list:")[0]
    metric = "metric_list: [{metric: meteor, aggregation: mean, higher_is_better: true}]\n"
    (tmp_path / "translate.yaml").write_text(task + metric, encoding="utf-8")
    rows = zip(lines("examples/system-a.txt"), lines("examples/reference.txt"), strict=True)
    text = "".join(json.dumps({"source": source, "target": target}) + "\n" for source, target in rows)
    (tmp_path / "rows.jsonl").write_text(text, encoding="utf-8")
    program = sections()["lm-evaluation-harness"][2]
    program = re.sub(r"with open.*\n.*\n", "", program).replace("print(round(", "print((").replace(", 4))", "))")
    assert unmodified("lm-eval", program) == pytest.approx(scored().segments.score.mean(), abs=1e-12)


@pytest.mark.download
def test_like_nltk(unmodified, client, nltk_data, tmp_path, monkeypatch):
    """`--like nltk` gives the numbers that the program has without bolide."""
    monkeypatch.setenv("NLTK_DATA", nltk_data)
    program = f"""{READ}
from nltk.translate.meteor_score import meteor_score
print(json.dumps([meteor_score([r.split()], h.split(), alpha=.8) for h, r in zip(hypotheses, references)]))
"""
    kept = unmodified("nltk", program, "--like", "nltk")
    assert kept == json.loads(client("nltk", NLTK_DATA=nltk_data).run("program.py"))
    assert sum(kept) > 30
