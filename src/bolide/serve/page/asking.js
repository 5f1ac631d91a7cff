// Asking the server: languages and presets to choose from, and one question at a time of each kind.

const choices = JSON.parse(byId("choices").textContent);
const asked = new Map();

// The metric that is chosen: nothing, where it is the one that the server was started with.
function metric() {
  const [language, preset] = [byId("language").value, byId("preset").value];
  const isDefault = language === choices.language && preset === "";
  return isDefault ? {} : preset ? { language, preset } : { language };
}

function complain(message) {
  byId("trouble").textContent = message ?? "";
  byId("trouble").hidden = !message;
}

// Gives up what was asked and is not answered yet.
const giveUp = (...kinds) => kinds.forEach((kind) => asked.get(kind)?.abort());

// Takes away scores, pictures and the report, and gives up those that were asked for.
function clear(text = "") {
  giveUp(...asked.keys());
  counts = totals = null;
  byId("scores").replaceChildren(note(text));
  byId("picture").replaceChildren();
  byId("totals").hidden = byId("report").hidden = true;
  byId("signature").textContent = "";
}

// Says what is wrong; what is shown is of something else, and goes.
function fail(message) {
  clear();
  complain(message);
}

// Asks the back end. A question that a later question of the same kind overtakes has no answer: null.
async function ask(path, question, kind = path, refuse = fail) {
  giveUp(kind);
  const stop = new AbortController();
  asked.set(kind, stop);
  const { answer = null, error } = await send(path, { ...metric(), ...question }, stop.signal);
  if (stop.signal.aborted) return null;
  asked.delete(kind);
  if (error) refuse(error);
  return answer;
}

const linesOf = (text) => text.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n");

const countOf = (lines) => (lines.length === 1 ? "1 line" : `${lines.length} lines`);

// Says that a text or a file has other lines than the reference.
const failUneven = (name, lines, reference) =>
  fail(
    `${name} has ${countOf(lines)}, and the reference has ${countOf(reference)}: line n of each is segment n, so both need the same number.`,
  );

// What lands on an element: files, or the text that was dragged.
function takeDrops(node, take) {
  node.addEventListener("dragover", (event) => {
    event.preventDefault();
    node.classList.add("dropping");
  });
  node.addEventListener("dragleave", () => node.classList.remove("dropping"));
  node.addEventListener("drop", (event) => {
    node.classList.remove("dropping");
    const files = [...event.dataTransfer.files];
    if (!files.length) return;
    event.preventDefault();
    take(files);
  });
}

const unreadable = ({ name }) => `${name} is not a text file in UTF-8: convert it first`;

// The text of a file, gzip or not; null if it is not UTF-8.
async function read(file) {
  try {
    const isPacked = file.name.endsWith(".gz");
    const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
    const bytes = await new Response(stream).arrayBuffer();
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

// Sliders for the parameters. Statistics hold no parameter, so a move of a slider only asks for another score of the same counts.

const MOST = { beta: 4 };
let preset = null,
  moved = null,
  whenMoved = () => {};

// What of the numbers a question has to say: nothing while they are the preset's.
function chosenNumbers() {
  if (!moved || JSON.stringify(moved) === JSON.stringify(preset)) return {};
  const [parameters, weights] = [Object.values(moved.parameters), Object.values(moved.weights)];
  return parameters.length ? { parameters, weights } : { weights };
}

function slider(kind, name) {
  const own = preset[kind][name];
  const shown = make("output", {}, String(moved[kind][name]));
  const label = make("label", { "data-name": name, title: `${name}: the preset has ${own}` });
  const input = make("input", {
    type: "range",
    min: 0,
    max: Math.max(kind === "parameters" ? (MOST[name] ?? 1) : 1, own),
    step: 0.01,
    value: moved[kind][name],
    "aria-label": `${kind === "weights" ? "weight of " : ""}${name}`,
    input: () => {
      moved[kind][name] = Number(input.value);
      shown.textContent = input.value;
      label.classList.toggle("changed", moved[kind][name] !== own);
      whenMoved();
    },
  });
  label.append(make("span", {}, name), input, shown);
  return label;
}

function paintSliders() {
  const reset = () => {
    moved = structuredClone(preset);
    paintSliders();
    whenMoved();
  };
  const set = (kind, title) => {
    const sliders = Object.keys(preset[kind]).map((name) => slider(kind, name));
    return sliders.length
      ? [make("h3", { style: "margin-top:8px" }, title), make("div", { class: "set" }, sliders)]
      : [];
  };
  byId("sliders").replaceChildren(
    make(
      "div",
      { class: "head" },
      make("h2", {}, "What if?"),
      quietButton("Back to the preset", reset, { id: "reset" }),
    ),
    note("Move a slider: the alignment stays, the score follows."),
    ...set("parameters", "Parameters"),
    ...set("weights", "Weights of the matchers"),
  );
}

// Takes the numbers of an answer as the preset's, if another metric was chosen since.
function learnNumbers({ signature, parameters, weights }) {
  byId("signature").textContent = signature;
  if (preset) return;
  preset = { parameters, weights };
  moved = structuredClone(preset);
  paintSliders();
}

function forgetNumbers() {
  preset = moved = null;
  byId("sliders").replaceChildren();
}
