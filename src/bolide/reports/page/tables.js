// The table of systems and the tests of their differences, as `bolide compare` prints them, from the data in the page.

load(JSON.parse(byId("data").textContent));

const interval = ({ low, high }, form) => `${form(low)} to ${form(high)}`;

function systemsTable() {
  const { systems: scored, confidence } = data.comparison;
  const hasInterval = count > 1;
  const parts = partsOf(scored[0]);
  const head = ["system", "score", ...(hasInterval ? [`${100 * confidence} % interval`] : [])];
  const rows = scored.map((system) => {
    const cell = (part) => {
      const [now, first] = [system[part], scored[0][part]];
      const isOther = system !== scored[0] && now !== null && first !== null;
      const isGain = part !== "fragmentation" && part !== "penalty";
      return { text: fixed(now), kind: isOther ? leaning(isGain ? now - first : first - now) : "" };
    };
    const range = hasInterval ? [interval(system.interval, fixed)] : [];
    return [system.name, cell("score"), ...range, ...parts.map(([part]) => cell(part))];
  });
  return { head: [...head, ...parts.map(([, title]) => title)], rows };
}

function pairsTable() {
  const tested = ["difference", "interval", "bootstrap p", "randomisation p"];
  const rows = data.comparison.pairs.map((pair) => [
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
  return { head: ["system", "against", ...tested, "wins", "ties", "losses"], rows };
}

const plainRow = (row) =>
  row.map((cell) => String(cell instanceof Object ? cell.text : cell)).map((cell) => cell.replace("−", "-"));

function showSystems() {
  const { head, rows } = systemsTable();
  const pairs = pairsTable();
  const { samples, seed } = data.comparison;
  const save = tableButton("systems", () => [head, ...rows.map(plainRow), [], pairs.head, ...pairs.rows.map(plainRow)]);
  const intervals = count > 1 ? `; intervals from ${samples} bootstrap resamples, seed ${seed}` : "";
  const tests = pairs.rows.length
    ? " Wins and losses are segments with a higher or lower score than the other system. p-values are not corrected for the number of comparisons."
    : "";
  const differences = [
    make("h3", { style: "margin-top:14px" }, "Differences"),
    wide(dataTable(pairs.head, pairs.rows, 2)),
  ];
  byId("systems").append(
    ...data.verdicts.map((verdict) => make("p", { class: "verdict" }, verdict)),
    panel(
      {},
      headed("Scores", save),
      wide(dataTable(head, rows)),
      pairs.rows.length ? differences : null,
      note(`${segmentCount()}; scores are ${data.heading.corpus}${intervals}.${tests}`),
    ),
  );
}
