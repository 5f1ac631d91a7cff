// Which segments are listed, in which order: the state of the page.

const firstPair = data.comparison.pairs[0];
const placeOf = (name) => systems.findIndex((system) => system.name === name);
const state = {
  pair: firstPair ? [placeOf(firstPair.baseline), placeOf(firstPair.system)] : [0, 0],
  sort: systems.length > 1 ? "difference" : "score-up",
  search: "",
  filters: new Set(),
  length: "all",
  view: innerWidth > 800 ? "matrix" : "ribbon",
  show: "both",
  segment: null,
  listed: [],
};

const SORTS = [
  ["difference", "largest difference × length", 2],
  ["better", "improved most × length", 2],
  ["worse", "worsened most × length", 2],
  ["score-up", "lowest score", 1],
  ["score-down", "highest score", 1],
  ["long", "longest", 1],
  ["short", "shortest", 1],
  ["number", "number", 1],
];
const LOW_RECALL = 0.5,
  BAD_ORDER = 0.5;

function differenceOf(segment) {
  const [x, y] = state.pair;
  const one = systems[x].values.score[segment],
    other = systems[y].values.score[segment];
  return one === null || other === null ? 0 : (other - one) / data.scale;
}

// What a segment does to the score of the corpus, roughly: a difference in one word says little.
const weightOf = (segment) => differenceOf(segment) * data.references[segment][0].length;
const watched = () => (systems.length > 1 ? state.pair : [0]);
const anyOf = (test) => (segment) => watched().some((system) => test(system, segment));

function missesCopy(system, segment) {
  const covered = coverage(system, segment, matchesOf(system, segment));
  return layerOf("copy", system, segment, "reference").some((place) => !covered.reference[place]);
}

const FILTERS = [
  [
    "paraphrase",
    "paraphrase match",
    matchers.includes("paraphrase"),
    anyOf((system, segment) => {
      const letter = String.fromCharCode(97 + matchers.indexOf("paraphrase"));
      return systems[system].matches[segment].toLowerCase().includes(letter);
    }),
  ],
  [
    "recall",
    `low recall (below ${LOW_RECALL})`,
    true,
    anyOf((system, segment) => (systems[system].values.recall[segment] ?? 0) < LOW_RECALL * data.scale),
  ],
  [
    "order",
    `bad order (fragmentation over ${BAD_ORDER})`,
    true,
    anyOf((system, segment) => (systems[system].values.fragmentation[segment] ?? 0) > BAD_ORDER * data.scale),
  ],
  ["copy", "missed copy word", hasCopyWords, anyOf((system, segment) => missesCopy(system, segment))],
  ["changed", "scores differ", systems.length > 1, (segment) => differenceOf(segment) !== 0],
].filter(([, , isOffered]) => isOffered);

// Words that hold a term, in any case; a term in quotes is a whole word.
function wordsWith(term) {
  const quoted = /^"(.+)"$/.exec(term);
  const wanted = (quoted ? quoted[1] : term).toLowerCase().normalize("NFC");
  const found = new Uint8Array(data.vocabulary.length);
  data.vocabulary.forEach((word, place) => {
    const text = word.toLowerCase().normalize("NFC");
    if (quoted ? text === wanted : text.includes(wanted)) found[place] = 1;
  });
  return found;
}

function searchTest() {
  const text = state.search.trim();
  const number = /^#(\d+)$/.exec(text);
  if (number) return (segment) => segment === Number(number[1]) - 1;
  const terms = (text.match(/"[^"]+"|[^\s"]+/g) ?? []).map(wordsWith);
  if (!terms.length) return null;
  return (segment) =>
    terms.every(
      (found) =>
        data.references[segment].some((words) => words.some((word) => found[word])) ||
        systems.some((system) => system.hypotheses[segment].some((word) => found[word])),
    );
}

function sortKey() {
  const scoreOf = (segment) => averageOf(watched().map((system) => systems[system].values.score[segment] ?? 0));
  const keys = {
    difference: (segment) => -Math.abs(weightOf(segment)),
    better: (segment) => -weightOf(segment),
    worse: weightOf,
    "score-up": scoreOf,
    "score-down": (segment) => -scoreOf(segment),
    long: (segment) => -data.references[segment][0].length,
    short: (segment) => data.references[segment][0].length,
    number: (segment) => segment,
  };
  return keys[state.sort];
}

function listSegments() {
  const tests = FILTERS.filter(([name]) => state.filters.has(name)).map(([, , , test]) => test);
  const search = searchTest();
  if (search) tests.push(search);
  if (state.length !== "all") tests.push((segment) => inBucket(state.pair[0], segment, state.length));
  const key = sortKey();
  const found = [];
  for (let segment = 0; segment < count; segment++) if (tests.every((test) => test(segment))) found.push(segment);
  const keys = new Float64Array(count);
  for (const segment of found) keys[segment] = key(segment);
  state.listed = found.sort((one, other) => keys[one] - keys[other] || one - other);
}
