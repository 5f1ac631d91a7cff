// Sliders for the parameters. Statistics hold no parameter, so a move of a slider only asks for another score of the same counts.

const MOST = { beta: 4 };
let preset = null,
  moved = null,
  whenMoved = () => {};

const numbers = () =>
  moved ? { parameters: Object.values(moved.parameters), weights: Object.values(moved.weights) } : {};

// What of the numbers a question has to say: nothing while they are the preset's.
function chosenNumbers() {
  if (!moved || JSON.stringify(moved) === JSON.stringify(preset)) return {};
  const { parameters, weights } = numbers();
  return parameters.length ? { parameters, weights } : { weights };
}

function slider(kind, name) {
  const most = kind === "weights" ? Math.max(1, preset.weights[name]) : (MOST[name] ?? 1);
  const shown = make("output", {}, String(moved[kind][name]));
  const label = make("label", { "data-name": name });
  const input = make("input", {
    type: "range",
    min: 0,
    max: Math.max(most, preset[kind][name]),
    step: 0.01,
    value: moved[kind][name],
    "aria-label": `${kind === "weights" ? "weight of " : ""}${name}`,
    input: () => {
      moved[kind][name] = Number(input.value);
      shown.textContent = input.value;
      label.classList.toggle("changed", moved[kind][name] !== preset[kind][name]);
      whenMoved();
    },
  });
  label.append(make("span", {}, name), input, shown);
  label.title = `${name}: the preset has ${preset[kind][name]}`;
  return label;
}

function paintSliders() {
  const reset = () => {
    moved = structuredClone(preset);
    paintSliders();
    whenMoved();
  };
  const set = (kind, title) =>
    Object.keys(preset[kind]).length
      ? [
          make("h3", { style: "margin-top:8px" }, title),
          make(
            "div",
            { class: "set" },
            Object.keys(preset[kind]).map((name) => slider(kind, name)),
          ),
        ]
      : [];
  byId("sliders").replaceChildren(
    make(
      "div",
      { class: "head" },
      make("h2", {}, "What if?"),
      make("button", { type: "button", class: "quiet", id: "reset", click: reset }, "Back to the preset"),
    ),
    make("p", { class: "note" }, "Move a slider: the alignment stays, the score follows."),
    ...set("parameters", "Parameters"),
    ...set("weights", "Weights of the matchers"),
  );
}

// Takes the numbers of an answer as the preset's, if another metric was chosen since.
function learnNumbers(answer) {
  byId("signature").textContent = answer.signature;
  if (preset && moved) return;
  preset = { parameters: answer.parameters, weights: answer.weights };
  moved = structuredClone(preset);
  paintSliders();
}

const forgetNumbers = () => {
  preset = moved = null;
  byId("sliders").replaceChildren();
};
