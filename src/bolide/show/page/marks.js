// The mark of each matcher, recognisable by colour and by shape, and the tooltips.

function shape(matcher, x, y, radius = 6) {
  const paths = data.marks[matcher].map((d, place) =>
    d ? draw("path", { class: place ? "hollow" : "fill", d }) : null,
  );
  return draw("g", { class: matcher, transform: `translate(${x} ${y}) scale(${radius / 6})` }, paths);
}

function matcherLegend() {
  const items = matchers.map((matcher) => {
    const icon = draw("svg", { width: 18, height: 18, "aria-hidden": "true" }, shape(matcher, 9, 9));
    return make("span", {}, icon, matcher);
  });
  const missed = make("span", { class: "missed" }, "not matched");
  const dim = make("span", {}, "function words are dim");
  const copy = make("span", { class: "copy" }, "copy words");
  return legend({}, items, missed, hasFunctionWords ? dim : null, hasCopyWords ? copy : null);
}

function showTip(lines, x, y) {
  const tip = byId("tip");
  tip.replaceChildren(...lines.map((line, place) => make("div", { dir: "auto" }, place ? line : make("b", {}, line))));
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(6, Math.min(x + 14, innerWidth - width - 6))}px`;
  tip.style.top = `${y + 20 + height > innerHeight ? Math.max(6, y - height - 14) : y + 18}px`;
}

const hideTip = () => {
  byId("tip").hidden = true;
};
addEventListener("scroll", hideTip, { passive: true });

// Explains an element when it is pointed at, touched or reached by keyboard.
function explain(node, lines) {
  const pointermove = (event) => showTip(lines(), event.clientX, event.clientY);
  const focus = () => {
    const place = node.getBoundingClientRect();
    showTip(lines(), place.left + place.width / 2, place.top + place.height / 2);
  };
  return fill(node, { pointermove, pointerleave: hideTip, focus, blur: hideTip }, []);
}

const wordNumbers = ([start, end]) => (end === start + 1 ? `${end}` : `${start + 1}–${end}`);

function tagLines(system, segment, match) {
  const tags = SIDES.map((side) => layerOf("tags", system, segment, side)?.slice(...match[side]));
  if (!tags.every(Boolean)) return [];
  return [`tags ${tags.map((side) => side.map((tag) => data.layers.tags.values[tag]).join(" ")).join(" = ")}`];
}

// The mark of a match, with a tooltip; `others` are systems that have the same match in the same place.
function matchMark(system, segment, match, matches, others, ...parts) {
  const phrases = SIDES.map((side) => wordsOf(system, segment, side).slice(...match[side]));
  const matcher = matchers[match.matcher],
    weight = data.heading.weights[match.matcher];
  const lines = [
    phrases.map(textOf).join(" = "),
    matcher + (weight === undefined ? "" : `, weight ${weight}`),
    ...(match.similarity < 1 ? [`similarity ${match.similarity.toFixed(2)}`] : []),
    ...evidenceOf(matcher, ...phrases),
    ...tagLines(system, segment, match),
    SIDES.map((side) => `${side} word ${wordNumbers(match[side])}`).join(", "),
    `chunk ${match.chunk + 1} of ${matches[matches.length - 1].chunk + 1}` +
      (systems.length > 1 ? ` of ${systems[system].label}` : ""),
    ...others.map((other) => `${systems[other].label} has this match too`),
  ];
  const attributes = { class: `mark ${matcher}`, tabindex: "0", role: "img", "aria-label": lines.join("; ") };
  return explain(draw("g", attributes, ...parts), () => lines);
}

const pen = document.createElement("canvas").getContext("2d");
pen.font = '13px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';
const lengthOf = (text) => pen.measureText(text).width;
const widestOf = (words, least) => Math.max(least, ...words.map((word) => lengthOf(data.vocabulary[word])));
const UPRIGHT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+$/u;

// The style classes of the words of a side, by which of the shown systems match them (`covered`).
function wordClasses(system, segment, side, covered) {
  const dim = kindOf("function", system, segment, side),
    copy = kindOf("copy", system, segment, side);
  return Array.from(dim, (isDim, place) => {
    const matched = covered.filter((sides) => sides[side][place]).length;
    const missed = !matched ? "missed" : matched < covered.length ? "half-missed" : "";
    return [isDim ? "function" : "", missed, copy[place] ? "copy" : ""].filter(Boolean).join(" ") || null;
  });
}

// The data that both views draw for the shown systems: matches, matched words, the classes of the reference and of each hypothesis.
function alignmentsOf(shown, segment) {
  const matches = shown.map((system) => matchesOf(system, segment));
  const covered = shown.map((system, place) => coverage(system, segment, matches[place]));
  const classes = shown.map((system, place) => wordClasses(system, segment, "hypothesis", [covered[place]]));
  return { matches, classes, referenceClasses: wordClasses(shown[0], segment, "reference", covered) };
}

// The range of rows (words of the hypothesis) and of columns (of the reference) of every chunk.
function chunksOf(matches) {
  const chunks = [];
  for (const { chunk, hypothesis, reference } of matches) {
    const { rows, columns } = chunks[chunk] ?? { rows: hypothesis, columns: reference };
    const spread = (one, other) => [Math.min(one[0], other[0]), Math.max(one[1], other[1])];
    chunks[chunk] = { rows: spread(rows, hypothesis), columns: spread(columns, reference) };
  }
  return chunks;
}
