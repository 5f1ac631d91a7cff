// One segment: its numbers, its text and its alignment.

function shownSystems() {
  const [x, y] = state.pair;
  if (systems.length === 1) return [0];
  if (state.show === "both") return [x, y];
  return [state.show === "first" ? x : y];
}

function markedText(system, segment, side, matched) {
  const dim = kindOf("function", system, segment, side),
    copy = kindOf("copy", system, segment, side);
  return writtenPieces(system, segment, side).flatMap(({ gap, text, place }) => {
    if (place === null) return [gap, text];
    const kinds = [matched[place] ? "" : "gone", dim[place] ? "dim" : "", copy[place] ? "copied" : ""]
      .filter(Boolean)
      .join(" ");
    return [gap, kinds ? make("span", { class: kinds }, text) : text];
  });
}

const SHORT = { score: "score", precision: "P", recall: "R", fragmentation: "frag." };

function segmentTable(segment) {
  const all = systems.map((_, system) => system);
  const rows = all.map((system) => {
    const matches = matchesOf(system, segment);
    const chunks = matches.length ? matches[matches.length - 1].chunk + 1 : 0;
    return [systems[system].label, ...MEASURES.map(([measure]) => fixed(valueOf(system, measure, segment))), chunks];
  });
  if (systems.length > 1) {
    const [x, y] = state.pair;
    const changes = MEASURES.map(([measure]) => {
      const [old, now] = [valueOf(x, measure, segment), valueOf(y, measure, segment)];
      const change = old === null || now === null ? null : now - old;
      return {
        text: signed(change),
        kind: change === null ? "" : leaning(measure === "fragmentation" ? -change : change),
      };
    });
    rows.push([`${systems[y].label} − ${systems[x].label}`, ...changes, ""]);
  }
  return make(
    "div",
    { class: "wide" },
    dataTable(["system", ...MEASURES.map(([measure]) => SHORT[measure]), "chunks"], rows),
  );
}

// Tags, word groups and clauses of a text, where the metric has them.
function layerLines(system, segment, side) {
  const words = (side === "hypothesis" ? hypothesisOf(system, segment) : referenceOf(system, segment)).map(
    (word) => data.vocabulary[word],
  );
  const lines = [];
  const tags = layerOf("tags", system, segment, side);
  if (tags) lines.push(words.map((word, place) => `${word}/${data.layers.tags.values[tags[place]]}`).join(" "));
  for (const [name, title] of [
    ["groups", "word groups"],
    ["clauses", "clauses"],
  ]) {
    const phrases = layerOf(name, system, segment, side);
    if (phrases?.length)
      lines.push(`${title}: ${phrases.map((places) => places.map((place) => words[place]).join(" ")).join(" | ")}`);
  }
  return lines.map((line) => make("dd", { class: "note layer", dir: "auto" }, line));
}

function segmentLines(segment) {
  const lines = make("dl", { class: "lines" });
  const references = new Map();
  if (data.sources) lines.append(make("dt", {}, "source"), make("dd", { dir: "auto" }, data.sources[segment]));
  systems.forEach((system, place) => {
    const covered = coverage(place, segment, matchesOf(place, segment));
    const chosen = chosenOf(place, segment);
    const matched = references.get(chosen) ?? new Uint8Array(covered.reference.length);
    references.set(
      chosen,
      matched.map((value, word) => value | covered.reference[word]),
    );
    lines.append(
      make("dt", {}, system.label),
      make("dd", { dir: "auto" }, markedText(place, segment, "hypothesis", covered.hypothesis)),
      ...layerLines(place, segment, "hypothesis"),
    );
  });
  for (const [chosen, matched] of references) {
    const title =
      references.size > 1
        ? `reference of ${systems
            .filter((_, place) => chosenOf(place, segment) === chosen)
            .map(({ label }) => label)
            .join(", ")}`
        : "reference";
    const owner = systems.findIndex((_, place) => chosenOf(place, segment) === chosen);
    lines.append(
      make("dt", {}, title),
      make("dd", { dir: "auto" }, markedText(owner, segment, "reference", matched)),
      ...layerLines(owner, segment, "reference"),
    );
  }
  return lines;
}

function drawings(segment, width) {
  const shown = shownSystems();
  const paint = state.view === "matrix" ? matrix : ribbon;
  const isOne = shown.length < 2 || chosenOf(shown[0], segment) === chosenOf(shown[1], segment);
  const groups = isOne ? [shown] : shown.map((system) => [system]);
  return groups.map((group) => paint(group, segment, width));
}

function showHow() {
  if (shownSystems().length < 2 || state.view !== "matrix") return null;
  const [x, y] = state.pair.map((system) => systems[system].label);
  return make(
    "p",
    { class: "note" },
    `Squares: ${x}. Marks: ${y}. Brackets join the matches of a chunk. Dotted: one of the two misses the word.`,
  );
}

function showDetail() {
  const panel = byId("detail");
  const segment = state.segment;
  hideTip();
  if (segment === null) {
    panel.replaceChildren(make("p", { class: "empty" }, "No segment is chosen."));
    return;
  }
  const views = buttons(
    "View",
    [
      ["matrix", "Grid"],
      ["ribbon", "Ribbons"],
    ],
    state.view,
    (view) => {
      state.view = view;
      showDetail();
    },
  );
  const [x, y] = state.pair;
  const shows =
    systems.length > 1
      ? buttons(
          "Systems shown",
          [
            ["both", "both"],
            ["first", systems[x].label],
            ["second", systems[y].label],
          ],
          state.show,
          (show) => {
            state.show = show;
            showDetail();
          },
        )
      : null;
  const body = make("div", { class: "wide", id: "drawing" });
  const save = make(
    "button",
    {
      type: "button",
      class: "quiet",
      click: () =>
        body
          .querySelectorAll("svg")
          .forEach((svg, place) => saveSvg(svg, `segment-${segment + 1}${place ? `-${place + 1}` : ""}`)),
    },
    "SVG",
  );
  const step = (by, text, label) =>
    make(
      "button",
      { type: "button", class: "quiet", "aria-label": label, title: label, click: () => moveBy(by) },
      text,
    );
  panel.replaceChildren(
    make(
      "div",
      { class: "head" },
      make("h3", { tabindex: "-1", id: "detail-title" }, `Segment ${nameOf(segment)}`),
      make("span", {}, step(-1, "▲", "Previous segment"), step(1, "▼", "Next segment"), save),
    ),
    segmentTable(segment),
    segmentLines(segment),
    ...[make("div", { class: "controls" }, views, shows), matcherLegend(), showHow(), body].filter(Boolean),
  );
  body.replaceChildren(...drawings(segment, Math.max(280, body.clientWidth - 32)));
}
