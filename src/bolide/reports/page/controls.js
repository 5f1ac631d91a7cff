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
