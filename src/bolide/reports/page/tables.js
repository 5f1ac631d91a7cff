// The data of a report stands in its page.

load(JSON.parse(byId("data").textContent));

// The table of systems and the tests of their differences, as `bolide compare` prints them.

function interval(range, form) {
  return `${form(range.low)} to ${form(range.high)}`;
}

function systemsTable() {
  const pairs = data.comparison.pairs;
  const first = data.comparison.systems[0];
  const head = [
    "system",
    "score",
    ...(count > 1 ? [`${100 * data.comparison.confidence} % interval`] : []),
    "precision",
    "recall",
    "F mean",
    "fragmentation",
    "penalty",
  ];
  const rows = data.comparison.systems.map((system) => {
    const change = (part, sign) =>
      system === first || system[part] === null || first[part] === null
        ? ""
        : leaning(sign * (system[part] - first[part]));
    return [
      system.name,
      { text: fixed(system.score), kind: change("score", 1) },
      ...(count > 1 ? [interval(system.interval, fixed)] : []),
      { text: fixed(system.precision), kind: change("precision", 1) },
      { text: fixed(system.recall), kind: change("recall", 1) },
      { text: fixed(system.f_mean), kind: change("f_mean", 1) },
      { text: fixed(system.fragmentation), kind: change("fragmentation", -1) },
      { text: fixed(system.penalty), kind: change("penalty", -1) },
    ];
  });
  const pairHead = [
    "system",
    "against",
    "difference",
    "interval",
    "bootstrap p",
    "randomisation p",
    "wins",
    "ties",
    "losses",
  ];
  const pairRows = pairs.map((pair) => [
    pair.system,
    pair.baseline,
    { text: signed(pair.difference), kind: leaning(pair.difference) },
    interval(pair.interval, signed),
    chance(pair.bootstrap_p),
    chance(pair.randomisation_p),
    pair.wins,
    pair.ties,
    pair.losses,
  ]);
  return { head, rows, pairHead, pairRows };
}

function plainRow(row) {
  return row
    .map((cell) => (typeof cell === "object" && cell !== null ? cell.text : cell))
    .map((cell) => String(cell).replace("−", "-"));
}

function showSystems() {
  const { head, rows, pairHead, pairRows } = systemsTable();
  const comparison = data.comparison;
  const save = make(
    "button",
    {
      type: "button",
      class: "quiet",
      click: () => saveTable("systems", [head, ...rows.map(plainRow), [], pairHead, ...pairRows.map(plainRow)]),
    },
    "TSV",
  );
  const intervals = `intervals from ${comparison.samples} bootstrap resamples, seed ${comparison.seed}`;
  const note =
    `${segmentCount()}; scores are ${data.heading.corpus}${count > 1 ? `; ${intervals}` : ""}.` +
    (pairRows.length
      ? " Wins and losses are segments that the system scores higher or lower on. p-values are not corrected for the number of comparisons."
      : "");
  byId("systems").append(
    ...data.verdicts.map((verdict) => make("p", { class: "verdict" }, verdict)),
    make(
      "div",
      { class: "panel" },
      make("div", { class: "head" }, make("h3", {}, "Scores"), save),
      make("div", { class: "wide" }, dataTable(head, rows)),
      pairRows.length ? make("h3", { style: "margin-top:14px" }, "Differences") : null,
      pairRows.length ? make("div", { class: "wide" }, dataTable(pairHead, pairRows, 2)) : null,
      make("p", { class: "note" }, note),
    ),
  );
}
