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

// What asks for segments: search, order, length, filters, and which two systems are compared.

function pairControls() {
  if (systems.length < 3) return null;
  const choice = (side, label) => {
    const options = systems.map((system, place) =>
      make("option", { value: place, selected: place === state.pair[side] }, system.label),
    );
    const change = (event) => {
      state.pair[side] = Number(event.target.value);
      nameScatter();
      paintScatter();
      paintWords();
      relist();
    };
    return make("label", {}, label, make("select", { change }, options));
  };
  return [choice(0, "compare"), choice(1, "with")];
}

function segmentControls() {
  let waiting = 0;
  const type = (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      state.search = event.target.value;
      relist();
    }, 120);
  };
  const search = make("input", {
    type: "search",
    id: "search",
    placeholder: "Search words, or #12",
    "aria-label": "Search",
    input: type,
  });
  const sorts = SORTS.filter(([, , least]) => systems.length >= least).map(([value, text]) =>
    make("option", { value, selected: value === state.sort }, text),
  );
  const sort = make(
    "select",
    {
      id: "sort",
      change: (event) => {
        state.sort = event.target.value;
        relist();
      },
    },
    sorts,
  );
  const lengths = make(
    "select",
    {
      id: "length",
      change: (event) => {
        state.length = event.target.value;
        relist();
      },
    },
    BUCKETS.map(([name]) => make("option", { value: name }, name === "all" ? "any" : name)),
  );
  const filters = FILTERS.map(([name, text]) =>
    make(
      "label",
      {},
      make("input", {
        type: "checkbox",
        "data-filter": name,
        change: (event) => {
          state.filters[event.target.checked ? "add" : "delete"](name);
          relist();
        },
      }),
      text,
    ),
  );
  return [
    make(
      "div",
      { class: "controls" },
      search,
      make("label", {}, "sort by", sort),
      make("label", {}, "length", lengths),
      ...(pairControls() ?? []),
    ),
    make("div", { class: "controls" }, ...filters, make("span", { class: "note", id: "found", role: "status" })),
  ];
}

// The list of segments: only the rows in sight exist, so that any number of segments scrolls.

const SPARE = 8;
let rowHeight = 44;

function rowOf(place) {
  const segment = state.listed[place];
  const scores = make(
    "span",
    { class: "scores" },
    watched().map((system) =>
      make(
        "span",
        { style: systems.length > 1 ? `color:${colourOf(system)}` : null },
        fixed(valueOf(system, "score", segment), 3),
      ),
    ),
  );
  const change = differenceOf(segment);
  const shown = systems.length > 1 ? make("span", { class: `change ${leaning(change)}` }, signed(change, 3)) : null;
  const row = make(
    "div",
    {
      class: "row",
      role: "option",
      id: `row-${segment}`,
      "aria-selected": String(segment === state.segment),
      "aria-posinset": place + 1,
      "aria-setsize": state.listed.length,
      click: () => openSegment(segment, innerWidth <= 800),
    },
    make("span", { class: "number", title: nameOf(segment) }, nameOf(segment)),
    scores,
    shown,
    make("span", { class: "text", dir: "auto" }, writtenText(watched()[0], segment, "reference") || "(empty)"),
  );
  row.style.top = `${place * rowHeight}px`;
  return row;
}

function paintList() {
  const list = byId("list"),
    space = byId("space");
  rowHeight = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
  space.style.height = `${state.listed.length * rowHeight}px`;
  const start = Math.max(0, Math.floor(list.scrollTop / rowHeight) - SPARE);
  const end = Math.min(state.listed.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + SPARE);
  const rows = [];
  for (let place = start; place < end; place++) rows.push(rowOf(place));
  space.replaceChildren(
    ...(state.listed.length
      ? rows
      : [make("p", { class: "empty" }, "No segment fits. Change the search or the filters.")]),
  );
  const isInSight = state.segment !== null && byId(`row-${state.segment}`);
  if (isInSight) list.setAttribute("aria-activedescendant", `row-${state.segment}`);
  else list.removeAttribute("aria-activedescendant");
}

function relist() {
  listSegments();
  byId("found").textContent = `${state.listed.length} of ${segmentCount()}`;
  byId("list").scrollTop = 0;
  if (!state.listed.includes(state.segment)) state.segment = state.listed[0] ?? null;
  paintList();
  showDetail();
}

function bringIntoSight(place) {
  const list = byId("list"),
    top = place * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

// Opens a segment; one that the filters hide is shown all the same.
function openSegment(segment, isAsked = false) {
  state.segment = segment;
  const place = state.listed.indexOf(segment);
  if (place >= 0) bringIntoSight(place);
  paintList();
  showDetail();
  paintScatter();
  if (isAsked) byId("detail").scrollIntoView({ block: "start" });
}

function moveTo(place) {
  const wanted = Math.max(0, Math.min(state.listed.length - 1, place));
  if (state.listed.length) openSegment(state.listed[wanted]);
}

const moveBy = (step) => moveTo(state.listed.indexOf(state.segment) + step);

function listKeys(event) {
  const page = Math.max(1, Math.floor(byId("list").clientHeight / rowHeight) - 1);
  const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  if (event.key in moves) {
    moveBy(moves[event.key]);
    event.preventDefault();
  } else if (event.key === "Enter" || event.key === " ") {
    byId("detail-title")?.focus();
    byId("detail").scrollIntoView({ block: "nearest" });
    event.preventDefault();
  }
}

function segmentRows(listed) {
  const head = [
    "segment",
    ...systems.flatMap(({ name }) => MEASURES.map(([measure]) => `${name} ${measure}`)),
    ...(data.sources ? ["source"] : []),
    "reference",
    ...systems.map(({ name }) => name),
  ];
  return [
    head,
    ...listed.map((segment) => [
      nameOf(segment),
      ...systems.flatMap((_, system) =>
        MEASURES.map(([measure]) => fixed(valueOf(system, measure, segment)).replace("–", "")),
      ),
      ...(data.sources ? [data.sources[segment]] : []),
      writtenText(0, segment, "reference"),
      ...systems.map((_, system) => writtenText(system, segment, "hypothesis")),
    ]),
  ];
}

function showSegments() {
  const list = make(
    "div",
    {
      class: systems.length > 1 ? "panel" : "panel single",
      id: "list",
      role: "listbox",
      tabindex: "0",
      "aria-label": "Segments",
      keydown: listKeys,
      scroll: paintList,
    },
    make("div", { id: "space" }),
  );
  const save = make(
    "button",
    { type: "button", click: () => saveTable("segments", segmentRows(state.listed)) },
    "TSV of these segments",
  );
  byId("segments").append(
    ...segmentControls(),
    make("div", { class: "browser" }, list, make("div", { class: "panel", id: "detail" })),
    make("div", { class: "only-print", id: "printed" }),
    make("p", { class: "no-print" }, save),
    make(
      "p",
      { class: "note no-print" },
      make("kbd", {}, "/"),
      " search, ",
      make("kbd", {}, "j"),
      " ",
      make("kbd", {}, "k"),
      " next and previous segment, ",
      make("kbd", {}, "v"),
      " grid or ribbons, ",
      make("kbd", {}, "s"),
      " systems shown; in the list arrows, page keys, Home, End and Enter.",
    ),
  );
  new ResizeObserver(paintList).observe(list);
  relist();
}
