// A text and its reference: scored and aligned while the user types, line by line.

const EXAMPLES = {
  de: ["Die Katze saß auf der Matte.", "Auf der Matte sitzt eine Katze."],
  en: ["The cat sat on the mat.", "A cat was sitting on the mat."],
  es: ["El gato se sentó en la alfombra.", "Un gato estaba sentado sobre la alfombra."],
  fr: ["Le chat était assis sur le tapis.", "Un chat s'est assis sur le tapis."],
  hi: ["बिल्ली चटाई पर बैठी थी", "एक बिल्ली चटाई पर बैठी"],
};
let counts = null,
  place = 0,
  view = firstView();

// The lines of both texts, in pairs; an error and null if one has more than the other.
function pairLines() {
  const [ours, theirs] = ["hypothesis", "reference"].map((id) => linesOf(byId(id).value));
  if (ours.length === theirs.length) return ours.map((line, number) => [line, theirs[number]]);
  failUneven("The translation", ours, theirs);
  return null;
}

const isEmpty = () => ["hypothesis", "reference"].some((id) => !byId(id).value.trim());

function scoreLine(scores, title) {
  const parts = partsOf(scores).map(([name, text]) =>
    make("div", { "data-part": name }, make("dt", {}, text), make("dd", {}, fixed(scores[name]))),
  );
  return [
    make("div", { class: "big", id: "score" }, fixed(scores.score), " ", make("small", {}, title)),
    make("dl", { class: "parts" }, parts),
  ];
}

function paintScores(answer) {
  const lines = linesOf(byId("hypothesis").value);
  const rows = answer.segments.map(({ score }, line) => {
    const pressed = { "aria-pressed": String(line === place), click: () => showLine(line) };
    const text = `${line + 1}  ${fixed(score)}  ${lines[line] ?? ""}`;
    return make("button", { type: "button", dir: "auto", ...pressed }, text);
  });
  const list = make("div", { id: "lines" }, rows.length > 1 ? rows : null);
  const title = rows.length > 1 ? `score of ${rows.length} segments` : "score";
  byId("scores").replaceChildren(...scoreLine(answer, title), list);
  byId("signature").textContent = answer.signature;
}

function paintPicture(answer) {
  load(answer.picture);
  const views = buttons("View", VIEWS, view, (chosen) => {
    view = chosen;
    paintPicture(answer);
  });
  const body = make("div", { id: "drawing" });
  const title = linesOf(byId("hypothesis").value).length > 1 ? `Alignment of line ${place + 1}` : "Alignment";
  byId("picture").replaceChildren(headed(title, views), matcherLegend(), body);
  const paint = view === "matrix" ? matrix : ribbon;
  body.replaceChildren(paint([0], 0, Math.max(280, body.clientWidth - 8)));
}

async function showLine(line) {
  const lines = pairLines();
  if (!lines) return;
  place = Math.max(0, Math.min(line, lines.length - 1));
  hideTip();
  byId("lines")
    ?.querySelectorAll("button")
    .forEach((button, number) => button.setAttribute("aria-pressed", String(number === place)));
  const [hypothesis, reference] = lines[place];
  const answer = await ask("/align", { hypothesis, reference, picture: true });
  if (answer) paintPicture(answer);
}

async function scorePair() {
  complain(null);
  if (isEmpty()) {
    clear("Type a text and its reference.");
    return;
  }
  const lines = pairLines();
  if (!lines) return;
  const segments = lines.map(([hypothesis, reference]) => ({ hypothesis, references: [reference] }));
  const [answer] = await Promise.all([ask("/score", { segments, ...chosenNumbers() }, "pair"), showLine(place)]);
  if (!answer) return;
  counts = answer.segments.map(({ statistics }) => statistics);
  learnNumbers(answer);
  paintScores(answer);
}

async function rescorePair() {
  if (!counts) return scorePair();
  const answer = await ask("/score", { statistics: counts, ...chosenNumbers() }, "pair");
  if (answer) paintScores(answer);
}

const scoreSoon = later(60, scorePair);
for (const id of ["hypothesis", "reference"]) {
  const area = byId(id);
  area.addEventListener("input", scoreSoon);
  const follow = () => {
    const line = area.value.slice(0, area.selectionStart).split("\n").length - 1;
    if (line !== place && !isEmpty()) showLine(line);
  };
  area.addEventListener("click", follow);
  area.addEventListener("keyup", follow);
  takeDrops(area, async ([file]) => {
    const text = await read(file);
    if (text === null) return complain(unreadable(file));
    area.value = text;
    scorePair();
  });
}
