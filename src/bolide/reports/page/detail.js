// One segment: its numbers, its text and its alignment.

function shownSystems() {
  if (systems.length === 1) return [0];
  return { both: state.pair, first: [state.pair[0]], second: [state.pair[1]] }[state.show];
}

function markedText(system, segment, side, matched) {
  const classes = wordClasses(system, segment, side, [{ [side]: matched }]);
  return writtenPieces(system, segment, side).flatMap(({ gap, text, place }) => {
    const kind = classes[place] ?? null;
    return [gap, kind ? make("span", { class: kind }, text) : text];
  });
}

const SHORT = { score: "score", precision: "P", recall: "R", fragmentation: "frag." };

function segmentTable(segment) {
  const rows = systems.map(({ label }, system) => {
    const chunks = (matchesOf(system, segment).at(-1)?.chunk ?? -1) + 1;
    return [label, ...MEASURES.map((measure) => fixed(valueOf(system, measure, segment))), chunks];
  });
  if (systems.length > 1) {
    const [x, y] = state.pair;
    const changes = MEASURES.map((measure) => {
      const [old, now] = [valueOf(x, measure, segment), valueOf(y, measure, segment)];
      if (old === null || now === null) return { text: signed(null), kind: "" };
      return { text: signed(now - old), kind: leaning(measure === "fragmentation" ? old - now : now - old) };
    });
    rows.push([`${systems[y].label} − ${systems[x].label}`, ...changes, ""]);
  }
  return wide(dataTable(["system", ...MEASURES.map((measure) => SHORT[measure]), "chunks"], rows));
}

// Tags, word groups and clauses of a text, if the metric has them.
function layerLines(system, segment, side) {
  const words = wordsOf(system, segment, side).map((word) => data.vocabulary[word]);
  const lines = [];
  const tags = layerOf("tags", system, segment, side);
  if (tags) lines.push(words.map((word, place) => `${word}/${data.layers.tags.values[tags[place]]}`).join(" "));
  for (const [name, title] of Object.entries({ groups: "word groups", clauses: "clauses" })) {
    const phrases = layerOf(name, system, segment, side) ?? [];
    const texts = phrases.map((places) => places.map((place) => words[place]).join(" "));
    if (texts.length) lines.push(`${title}: ${texts.join(" | ")}`);
  }
  return lines.map((line) => make("dd", { class: "note layer", dir: "auto" }, line));
}

function segmentLines(segment) {
  const lines = make("dl", { class: "lines" });
  const add = (title, ...texts) => lines.append(make("dt", {}, title), ...texts);
  const addSide = (title, system, side, matched) => {
    const text = make("dd", { dir: "auto" }, markedText(system, segment, side, matched));
    add(title, text, ...layerLines(system, segment, side));
  };
  if (data.sources) add("source", make("dd", { dir: "auto" }, data.sources[segment]));
  // By reference: the systems aligned with it, and which of its words any of them matches.
  const references = new Map();
  systems.forEach(({ label }, system) => {
    const { hypothesis, reference } = coverage(system, segment, matchesOf(system, segment));
    const { owners, matched } = references.get(chosenOf(system, segment)) ?? { owners: [], matched: reference };
    const either = matched.map((value, word) => value | reference[word]);
    references.set(chosenOf(system, segment), { owners: [...owners, system], matched: either });
    addSide(label, system, "hypothesis", hypothesis);
  });
  for (const { owners, matched } of references.values()) {
    const names = owners.map((system) => systems[system].label).join(", ");
    addSide(references.size > 1 ? `reference of ${names}` : "reference", owners[0], "reference", matched);
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
  return note(
    `Squares: ${x}. Marks: ${y}. Brackets join the matches of a chunk. Dotted: one of the two misses the word.`,
  );
}

function showDetail() {
  const { segment, view, show } = state;
  hideTip();
  if (segment === null) {
    byId("detail").replaceChildren(make("p", { class: "empty" }, "No segment is selected."));
    return;
  }
  const [x, y] = state.pair.map((system) => systems[system].label);
  const shows = { both: "both", first: x, second: y };
  const body = make("div", { class: "wide", id: "drawing" });
  const save = () =>
    body
      .querySelectorAll("svg")
      .forEach((svg, place) => saveSvg(svg, `segment-${segment + 1}${place ? `-${place + 1}` : ""}`));
  const step = (by, text, label) => quietButton(text, () => moveBy(by), { "aria-label": label, title: label });
  const steps = [step(-1, "▲", "Previous segment"), step(1, "▼", "Next segment"), quietButton("SVG", save)];
  const title = make("h3", { tabindex: "-1", id: "detail-title" }, `Segment ${nameOf(segment)}`);
  const parts = [
    make("div", { class: "head" }, title, make("span", {}, steps)),
    segmentTable(segment),
    segmentLines(segment),
    controls(
      buttons("View", VIEWS, view, choosing("view", showDetail)),
      systems.length > 1 ? buttons("Systems shown", shows, show, choosing("show", showDetail)) : null,
    ),
    matcherLegend(),
    showHow(),
    body,
  ];
  byId("detail").replaceChildren(...parts.filter(Boolean));
  body.replaceChildren(...drawings(segment, Math.max(280, body.clientWidth - 32)));
}
