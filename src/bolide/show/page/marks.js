// The mark of each matcher, told apart by colour and by shape, and the words that appear beside what is pointed at.

function shape(matcher, x, y, radius = 6) {
  const group = draw("g", { class: matcher, transform: `translate(${x} ${y}) scale(${radius / 6})` });
  const [filled, hollow] = data.marks[matcher];
  if (filled) group.append(draw("path", { class: "fill", d: filled }));
  if (hollow) group.append(draw("path", { class: "hollow", d: hollow }));
  return group;
}

function matcherLegend() {
  const items = matchers.map((matcher) => {
    const icon = draw("svg", { width: 18, height: 18, "aria-hidden": "true" }, shape(matcher, 9, 9));
    return make("span", {}, icon, matcher);
  });
  const missed = make("span", { class: "gone" }, "not matched");
  const dim = make("span", {}, "function words are dim");
  const copy = make("span", { class: "copied" }, "copy words");
  return make("div", { class: "legend" }, ...items, missed, hasFunctionWords ? dim : null, hasCopyWords ? copy : null);
}

function showTip(lines, x, y) {
  const tip = byId("tip");
  tip.replaceChildren(...lines.map((line, place) => make("div", { dir: "auto" }, place ? line : make("b", {}, line))));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(6, Math.min(x + 14, innerWidth - box.width - 6))}px`;
  tip.style.top = `${y + 20 + box.height > innerHeight ? Math.max(6, y - box.height - 14) : y + 18}px`;
}

const hideTip = () => {
  byId("tip").hidden = true;
};

// Says something about an element to whoever points at it, touches it or reaches it by keyboard.
function explain(node, lines) {
  node.addEventListener("pointermove", (event) => showTip(lines(), event.clientX, event.clientY));
  node.addEventListener("pointerleave", hideTip);
  node.addEventListener("focus", () => {
    const box = node.getBoundingClientRect();
    showTip(lines(), box.left + box.width / 2, box.top + box.height / 2);
  });
  node.addEventListener("blur", hideTip);
  return node;
}

function wordNumbers(start, length) {
  return length === 1 ? `${start + 1}` : `${start + 1}–${start + length}`;
}

function tagLines(system, segment, match) {
  const [ours, theirs] = ["hypothesis", "reference"].map((side) => layerOf("tags", system, segment, side));
  if (!ours || !theirs) return [];
  const named = (tags, start, length) =>
    tags
      .slice(start, start + length)
      .map((tag) => data.layers.tags.values[tag])
      .join(" ");
  return [
    `tags ${named(ours, match.hypothesis, match.hypothesisLength)} = ${named(theirs, match.reference, match.referenceLength)}`,
  ];
}

// The mark of a match as something that can be pointed at; `others` are systems that have the same match in the same place.
function matchMark(system, segment, match, matches, others, ...parts) {
  const hypothesis = hypothesisOf(system, segment),
    reference = referenceOf(system, segment);
  const matcher = matchers[match.matcher];
  const lines = () => {
    const ours = textOf(hypothesis.slice(match.hypothesis, match.hypothesis + match.hypothesisLength));
    const theirs = textOf(reference.slice(match.reference, match.reference + match.referenceLength));
    const weight = data.heading.weights[match.matcher];
    return [
      `${ours} = ${theirs}`,
      matcher + (weight === undefined ? "" : `, weight ${weight}`),
      ...(match.similarity < 1 ? [`similarity ${match.similarity.toFixed(2)}`] : []),
      ...evidenceOf(match, hypothesis, reference),
      ...tagLines(system, segment, match),
      `hypothesis word ${wordNumbers(match.hypothesis, match.hypothesisLength)}, reference word ${wordNumbers(match.reference, match.referenceLength)}`,
      `chunk ${match.chunk + 1} of ${matches[matches.length - 1].chunk + 1}` +
        (systems.length > 1 ? ` of ${systems[system].label}` : ""),
      ...others.map((other) => `${systems[other].label} has this match too`),
    ];
  };
  const mark = draw(
    "g",
    { class: `mark ${matcher}`, tabindex: "0", role: "img", "aria-label": lines().join("; ") },
    ...parts,
  );
  return explain(mark, lines);
}

const pen = document.createElement("canvas").getContext("2d");
pen.font = '13px system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif';
const lengthOf = (text) => pen.measureText(text).width;
const UPRIGHT = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+$/u;

// The classes of the words of a side; `matchedBy` says of a place how many of the systems shown match it, of `systemsShown`.
function wordClasses(system, segment, side, matchedBy, systemsShown = 1) {
  const dim = kindOf("function", system, segment, side),
    copy = kindOf("copy", system, segment, side);
  return Array.from(dim, (isDim, place) => {
    const missed = !matchedBy(place) ? "missed" : matchedBy(place) < systemsShown ? "half-missed" : "";
    return [isDim ? "function" : "", missed, copy[place] ? "copy" : ""].filter(Boolean).join(" ") || null;
  });
}
