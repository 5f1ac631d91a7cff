// Requests to the server: languages and presets to choose from, and one request at a time of each kind.

const choices = JSON.parse(byId("choices").textContent);
const asked = new Map();

// The chosen metric: empty if it is the server's default.
function metric() {
  const [language, preset] = [byId("language").value, byId("preset").value];
  const isDefault = language === choices.language && preset === "";
  return isDefault ? {} : preset ? { language, preset } : { language };
}

function complain(message) {
  byId("trouble").textContent = message ?? "";
  byId("trouble").hidden = !message;
}

// Cancels requests without an answer.
const giveUp = (...kinds) => kinds.forEach((kind) => asked.get(kind)?.abort());

// Removes scores, pictures and the report, and cancels requests for them.
function clear(text = "") {
  giveUp(...asked.keys());
  counts = totals = null;
  byId("scores").replaceChildren(note(text));
  byId("picture").replaceChildren();
  byId("totals").hidden = byId("report").hidden = true;
  byId("signature").textContent = "";
}

// Shows an error, and removes results, which belong to another input.
function fail(message) {
  clear();
  complain(message);
}

// Sends a request to the back end. Returns null if a later request of the same kind replaced it.
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

// The error for a text or a file with another number of lines than the reference.
const failUneven = (name, lines, reference) =>
  fail(
    `${name} has ${countOf(lines)}, and the reference has ${countOf(reference)}: line n of each is segment n, so both need the same number.`,
  );

// Takes what is dropped on an element: files, or dragged text.
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

// Sliders for the parameters. Statistics do not depend on parameters, so a slider only requests another score of the same counts.

const MOST = { beta: 4 };
let preset = null,
  moved = null,
  whenMoved = () => {};

// The numbers of a request: none while they are the preset's.
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
  const back = quietButton("Back to the preset", reset, { id: "reset" });
  byId("sliders").replaceChildren(
    make("div", { class: "head" }, make("h2", {}, "What if?"), back),
    note("Move a slider: the score changes, the alignment stays."),
    ...set("parameters", "Parameters"),
    ...set("weights", "Weights of the matchers"),
  );
}

// Takes the numbers of an answer as the preset's, if another metric has been chosen.
function learnNumbers({ parameters, weights }) {
  if (preset) return;
  preset = { parameters, weights };
  moved = structuredClone(preset);
  paintSliders();
}

function forgetNumbers() {
  preset = moved = null;
  byId("sliders").replaceChildren();
}
