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
