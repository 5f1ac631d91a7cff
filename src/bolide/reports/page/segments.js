// The list of segments, filtered and sorted: only visible rows exist, so that any number can be scrolled.

const functionWords = new Set(data.flags.function.map((word) => data.vocabulary[word]));
const firstPair = data.comparison.pairs[0];
const placeOf = (name) => systems.findIndex((system) => system.name === name);
const state = {
  pair: firstPair ? [placeOf(firstPair.baseline), placeOf(firstPair.system)] : [0, 0],
  sort: systems.length > 1 ? "difference" : "score-up",
  search: "",
  filters: new Set(),
  length: "all",
  view: firstView(),
  show: "both",
  bucket: "all",
  words: "difference",
  isContentOnly: functionWords.size > 0 && count > 1,
  segment: null,
  listed: [],
};

// A function that takes a choice of the user, and then does what follows from it.
const choosing = (part, follow) => (value) => {
  state[part] = value;
  follow();
};

function differenceOf(segment) {
  const [one, other] = state.pair.map((system) => systems[system].values.score[segment]);
  return one === null || other === null ? 0 : (other - one) / data.scale;
}

// The rough effect of a segment on the corpus score: a difference in a short segment matters little.
const lengthOfFirst = (segment) => data.references[segment][0].length;
const weightOf = (segment) => differenceOf(segment) * lengthOfFirst(segment);
const watched = () => (systems.length > 1 ? state.pair : [0]);
const scoreOf = (segment) => averageOf(watched().map((system) => systems[system].values.score[segment] ?? 0));
const anyOf = (test) => (segment) => watched().some((system) => test(systems[system], segment, system));

// Sort orders by name: the label, the sort key, and whether it compares two systems.
const SORTS = {
  difference: ["largest difference × length", (segment) => -Math.abs(weightOf(segment)), true],
  better: ["improved most × length", (segment) => -weightOf(segment), true],
  worse: ["worsened most × length", weightOf, true],
  "score-up": ["lowest score", scoreOf],
  "score-down": ["highest score", (segment) => -scoreOf(segment)],
  long: ["longest", (segment) => -lengthOfFirst(segment)],
  short: ["shortest", lengthOfFirst],
  number: ["number", (segment) => segment],
};
const LOW_RECALL = 0.5,
  BAD_ORDER = 0.5;

const usesParaphrases = ({ matches }, segment) =>
  matches[segment].toLowerCase().includes(String.fromCharCode(97 + matchers.indexOf("paraphrase")));
const hasLowRecall = ({ values }, segment) => (values.recall[segment] ?? 0) < LOW_RECALL * data.scale;
const hasBadOrder = ({ values }, segment) => (values.fragmentation[segment] ?? 0) > BAD_ORDER * data.scale;

function missesCopy(_, segment, system) {
  const { reference } = coverage(system, segment, matchesOf(system, segment));
  return layerOf("copy", system, segment, "reference").some((place) => !reference[place]);
}

// Filters: name, label, whether it is offered, and the test of a segment.
const FILTERS = [
  ["paraphrase", "paraphrase match", matchers.includes("paraphrase"), anyOf(usesParaphrases)],
  ["recall", `low recall (below ${LOW_RECALL})`, true, anyOf(hasLowRecall)],
  ["order", `bad order (fragmentation over ${BAD_ORDER})`, true, anyOf(hasBadOrder)],
  ["copy", "missed copy word", hasCopyWords, anyOf(missesCopy)],
  ["changed", "scores differ", systems.length > 1, (segment) => differenceOf(segment) !== 0],
].filter(([, , isOffered]) => isOffered);

// Words that contain a term, in any case; a term in quotes is a whole word.
function wordsWith(term) {
  const quoted = /^"(.+)"$/.exec(term);
  const wanted = (quoted ? quoted[1] : term).toLowerCase().normalize("NFC");
  return Uint8Array.from(data.vocabulary, (word) => {
    const text = word.toLowerCase().normalize("NFC");
    return quoted ? text === wanted : text.includes(wanted);
  });
}

function searchTest() {
  const text = state.search.trim();
  const number = /^#(\d+)$/.exec(text);
  if (number) return (segment) => segment === Number(number[1]) - 1;
  const terms = (text.match(/"[^"]+"|[^\s"]+/g) ?? []).map(wordsWith);
  return (segment) => {
    const texts = [...data.references[segment], ...systems.map(({ hypotheses }) => hypotheses[segment])];
    return terms.every((found) => texts.some((words) => words.some((word) => found[word])));
  };
}

function listSegments() {
  const tests = FILTERS.filter(([name]) => state.filters.has(name)).map(([, , , test]) => test);
  if (state.search.trim()) tests.push(searchTest());
  if (state.length !== "all") tests.push((segment) => inBucket(state.pair[0], segment, state.length));
  const [, key] = SORTS[state.sort];
  const found = allSegments().filter((segment) => tests.every((test) => test(segment)));
  const keys = new Float64Array(count);
  for (const segment of found) keys[segment] = key(segment);
  state.listed = found.sort((one, other) => keys[one] - keys[other] || one - other);
}

function relist() {
  listSegments();
  byId("found").textContent = `${state.listed.length} of ${segmentCount()}`;
  byId("list").scrollTop = 0;
  if (!state.listed.includes(state.segment)) state.segment = state.listed[0] ?? null;
  paintList();
  showDetail();
}

// The choice of two systems to compare, if there are more.
function pairMenu(side, label) {
  const choose = (place) => {
    state.pair[side] = Number(place);
    byId("figure-scatter").replaceWith(scatterPanel());
    paintWords();
    relist();
  };
  const labels = systems.map((system) => system.label);
  return make("label", {}, label, menu({}, labels, String(state.pair[side]), choose));
}

function segmentControls() {
  const search = make("input", {
    type: "search",
    id: "search",
    placeholder: "Search words, or #12",
    "aria-label": "Search",
    input: later(120, () => choosing("search", relist)(search.value)),
  });
  const sorts = Object.entries(SORTS).filter(([, [, , isOfTwo]]) => systems.length > 1 || !isOfTwo);
  const orders = Object.fromEntries(sorts.map(([value, [text]]) => [value, text]));
  const filters = FILTERS.map(([name, text]) =>
    checkbox({ "data-filter": name }, text, (isChecked) => {
      state.filters[isChecked ? "add" : "delete"](name);
      relist();
    }),
  );
  return [
    controls(
      search,
      make("label", {}, "sort by", menu({ id: "sort" }, orders, state.sort, choosing("sort", relist))),
      make("label", {}, "length", menu({ id: "length" }, bucketMenu("any", ""), null, choosing("length", relist))),
      systems.length > 2 ? [pairMenu(0, "compare"), pairMenu(1, "with")] : null,
    ),
    controls(...filters, make("span", { class: "note", id: "found", role: "status" })),
  ];
}

const SPARE = 8;
let rowHeight = 44;

function rowOf(place) {
  const segment = state.listed[place];
  const scores = watched().map((system) => {
    const style = systems.length > 1 ? `color:${colourOf(system)}` : null;
    return make("span", { style }, fixed(valueOf(system, "score", segment), 3));
  });
  const change = differenceOf(segment);
  const attributes = {
    class: "row",
    role: "option",
    id: `row-${segment}`,
    "aria-selected": String(segment === state.segment),
    "aria-posinset": place + 1,
    "aria-setsize": state.listed.length,
    click: () => openSegment(segment, innerWidth <= 800),
  };
  const row = make(
    "div",
    attributes,
    make("span", { class: "number", title: nameOf(segment) }, nameOf(segment)),
    make("span", { class: "scores" }, scores),
    systems.length > 1 ? make("span", { class: `change ${leaning(change)}` }, signed(change, 3)) : null,
    make("span", { class: "text", dir: "auto" }, writtenText(watched()[0], segment, "reference") || "(empty)"),
  );
  row.style.top = `${place * rowHeight}px`;
  return row;
}

function paintList() {
  const list = byId("list"),
    { length } = state.listed;
  rowHeight = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
  byId("space").style.height = `${length * rowHeight}px`;
  const start = Math.max(0, Math.floor(list.scrollTop / rowHeight) - SPARE);
  const end = Math.min(length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + SPARE);
  const rows = [];
  for (let place = start; place < end; place++) rows.push(rowOf(place));
  const empty = make("p", { class: "empty" }, "No segment matches. Change the search or the filters.");
  byId("space").replaceChildren(...(length ? rows : [empty]));
  const isInSight = state.segment !== null && byId(`row-${state.segment}`);
  if (isInSight) list.setAttribute("aria-activedescendant", `row-${state.segment}`);
  else list.removeAttribute("aria-activedescendant");
}

function bringIntoSight(place) {
  const list = byId("list"),
    top = place * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

// Opens a segment, even if the filters hide it.
function openSegment(segment, isAsked = false) {
  state.segment = segment;
  const place = state.listed.indexOf(segment);
  if (place >= 0) bringIntoSight(place);
  paintList();
  showDetail();
  paintScatter();
  if (isAsked) byId("detail").scrollIntoView({ block: "start" });
}

function moveBy(step) {
  const place = state.listed.indexOf(state.segment) + step;
  if (state.listed.length) openSegment(state.listed[Math.max(0, Math.min(state.listed.length - 1, place))]);
}

function listKeys(event) {
  const page = Math.max(1, Math.floor(byId("list").clientHeight / rowHeight) - 1);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  if (event.key in moves) moveBy(moves[event.key]);
  else if (event.key === "Enter" || event.key === " ") {
    byId("detail-title")?.focus();
    byId("detail").scrollIntoView({ block: "nearest" });
  } else return;
  event.preventDefault();
}

// The listed segments, as a table to save.
function segmentRows() {
  const ofAll = (each) => systems.flatMap((system, place) => MEASURES.map((measure) => each(system, place, measure)));
  const sources = data.sources ? ["source"] : [];
  const scores = ofAll(({ name }, _, measure) => `${name} ${measure}`);
  const head = ["segment", ...scores, ...sources, "reference", ...systems.map(({ name }) => name)];
  const rows = state.listed.map((segment) => [
    nameOf(segment),
    ...ofAll((_, system, measure) => fixed(valueOf(system, measure, segment)).replace("–", "")),
    ...sources.map(() => data.sources[segment]),
    writtenText(0, segment, "reference"),
    ...systems.map((_, system) => writtenText(system, segment, "hypothesis")),
  ]);
  return [head, ...rows];
}

function showSegments() {
  const list = byId("list");
  list.classList.toggle("single", systems.length === 1);
  list.addEventListener("keydown", listKeys);
  list.addEventListener("scroll", paintList);
  byId("save").addEventListener("click", () => saveTable("segments", segmentRows()));
  byId("segments")
    .querySelector("h2")
    .after(...segmentControls());
  new ResizeObserver(paintList).observe(list);
  relist();
}
