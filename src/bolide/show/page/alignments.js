// The data of the page, and functions that read it. Segments are counted from 0 here, from 1 on the page.

let data, systems, matchers, count, isMirrored, flags, hasFunctionWords, hasCopyWords;
const SIDES = ["hypothesis", "reference"];
// The parts of a score, as people call them.
const PARTS = {
  precision: "precision",
  recall: "recall",
  f_mean: "F mean",
  fragmentation: "fragmentation",
  penalty: "penalty",
};
// Parts that only some scores include.
const SHARES = { chrf: "chrF", lcs: "LCS", semantics: "meaning" };
// The parts that a score or the summary of a system has, with their names.
const partsOf = (scores) =>
  Object.entries({ ...PARTS, ...SHARES }).filter(
    ([name]) => scores[name] !== undefined && (name in PARTS || scores[name] !== null),
  );

// Takes the document of a report (docs/formats.md); all other functions read the document that was loaded last.
function load(document) {
  data = document;
  systems = data.systems;
  matchers = data.heading.matchers;
  count = data.references.length;
  isMirrored = data.direction === "rtl";
  flags = Object.fromEntries(
    Object.entries(data.flags).map(([name, words]) => {
      const flagged = new Uint8Array(data.vocabulary.length);
      for (const word of words) flagged[word] = 1;
      return [name, flagged];
    }),
  );
  hasFunctionWords = flags.function.includes(1) || "function" in data.layers;
  hasCopyWords = "copy" in data.layers;
}

const labelOf = (name) => systems.find((system) => system.name === name)?.label ?? name;
const segmentCount = () => (count === 1 ? "1 segment" : `${count} segments`);
const allSegments = () => Array.from({ length: count }, (_, segment) => segment);

const textOf = (words) => words.map((word) => data.vocabulary[word]).join(" ");
const hypothesisOf = (system, segment) => systems[system].hypotheses[segment];
const chosenOf = (system, segment) => (systems[system].chosen ? systems[system].chosen[segment] : 0);
const referenceOf = (system, segment) => data.references[segment][chosenOf(system, segment)];
const wordsOf = (system, segment, side) => (side === "hypothesis" ? hypothesisOf : referenceOf)(system, segment);
const nameOf = (segment) => (data.ids ? data.ids[segment] : String(segment + 1));

// Which words of a side are function words or copy words: by place if the data has a layer for it, else by the word.
function kindOf(kind, system, segment, side) {
  const words = wordsOf(system, segment, side);
  const places = layerOf(kind, system, segment, side);
  if (!places) return words.map((word) => (flags[kind] ? flags[kind][word] : 0));
  const found = new Uint8Array(words.length);
  for (const place of places) found[place] = 1;
  return found;
}

function layerOf(name, system, segment, side) {
  const layer = data.layers[name];
  if (!layer) return null;
  return side === "hypothesis"
    ? layer.hypotheses[system][segment]
    : layer.references[segment][chosenOf(system, segment)];
}

function valueOf(system, name, segment) {
  const value = systems[system].values[name][segment];
  return value === null ? null : value / data.scale;
}

const fixed = (value, digits = 4) => (value === null || value === undefined ? "–" : value.toFixed(digits));
const chance = (value) => (value !== null && value < 0.001 ? "< .001" : fixed(value));
const signed = (value, digits = 4) =>
  value === null ? "–" : (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(digits);
const percent = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(1)} %` : "–");
const leaning = (value) => (value > 0 ? "better" : value < 0 ? "worse" : "");
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);
const averageOf = (values) => (values.length ? sumOf(values) / values.length : null);
const colourOf = (system) => `var(--system-${system % 6})`;

// The matches of a segment, in the order of the reference: chunks are `reference:hypothesis` and a letter for each match, a
// capital followed by the lengths of both phrases, and after a ~ their similarity in hundredths. Ranges are half-open.
function matchesOf(system, segment) {
  const found = [];
  const text = systems[system].matches[segment];
  if (!text) return found;
  text.split(" ").forEach((packed, chunk) => {
    const [, start, other, letters] = /^(\d+):(\d+)(.*)$/.exec(packed);
    let ends = [Number(other), Number(start)];
    for (const [, letter, long, wide, alike] of letters.matchAll(/([a-zA-Z])(?:(\d+)-(\d+))?(?:~(\d+))?/g)) {
      const starts = ends;
      ends = [starts[0] + Number(wide ?? 1), starts[1] + Number(long ?? 1)];
      const matcher = letter.toLowerCase().charCodeAt(0) - 97;
      const [hypothesis, reference] = [0, 1].map((side) => [starts[side], ends[side]]);
      found.push({ hypothesis, reference, chunk, matcher, similarity: Number(alike ?? 100) / 100 });
    }
  });
  return found;
}

const isPhrase = ({ hypothesis, reference }) => hypothesis[1] - hypothesis[0] + reference[1] - reference[0] > 2;

// Which words of both sides are matched.
function coverage(system, segment, matches) {
  const [hypothesis, reference] = SIDES.map((side) => {
    const found = new Uint8Array(wordsOf(system, segment, side).length);
    for (const match of matches) found.fill(1, ...match[side]);
    return found;
  });
  return { hypothesis, reference };
}

// The reasons for a match of words, as lines of text.
function evidenceOf(matcher, ours, theirs) {
  const found = (data.evidence[matcher] ?? {})[`${ours.join(" ")}|${theirs.join(" ")}`];
  if (found === undefined || found === null) return [];
  if (matcher === "stem") return [`both have the stem “${found}”`];
  if (matcher === "synonym") return [`both are in ${found.length === 1 ? "synset" : "synsets"} ${found.join(", ")}`];
  return ["reference → hypothesis", "hypothesis → reference"]
    .map((way, place) => `probability ${way} ${found[place]}`)
    .filter((_, place) => found[place] !== null);
}

// Finds the tokens in a text that differs from them: each is searched shortly after the one before; one that is not found has no place.
function findTokens(text, words) {
  const pieces = [];
  const lower = text.toLowerCase();
  let end = 0;
  words.forEach((word, place) => {
    const start = lower.indexOf(word.toLowerCase(), end);
    if (start < 0 || start > end + 12) return;
    pieces.push({ gap: text.slice(end, start), text: text.slice(start, start + word.length), place });
    end = start + word.length;
  });
  if (end < text.length) pieces.push({ gap: "", text: text.slice(end), place: null });
  return pieces;
}

// A text as it was written, in pieces: the characters before each token, its spelling, and its number. The data says how a text
// differs from its tokens (docs/formats.md).
function writtenPieces(system, segment, side) {
  const words = wordsOf(system, segment, side).map((word) => data.vocabulary[word]);
  const packed =
    side === "hypothesis" ? systems[system].texts?.[segment] : data.texts?.[segment][chosenOf(system, segment)];
  if (packed?.startsWith("=")) return findTokens(packed.slice(1), words);
  const special = new Map();
  for (const part of packed ? packed.split(" ") : []) {
    const [, place, joined, how] = /^(\d+)(J[^C=]?)?(C|=.*)?$/su.exec(part);
    special.set(Number(place), { joined, how });
  }
  return words.map((word, place) => {
    const { joined, how } = special.get(place) ?? {};
    const text = !how ? word : how === "C" ? word.slice(0, 1).toUpperCase() + word.slice(1) : how.slice(1);
    return { gap: joined ? joined.slice(1) : place ? " " : "", text, place };
  });
}

const writtenText = (system, segment, side) =>
  writtenPieces(system, segment, side)
    .map(({ gap, text }) => gap + text)
    .join("");
