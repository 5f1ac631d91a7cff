// How scores are distributed, for all segments and by the length of their reference.

const isMeasured = ([measure]) => systems.some((system) => system.values[measure].some((value) => value !== null));
const MEASURES = [
  ["score", "Score"],
  ["precision", "Precision"],
  ["recall", "Recall"],
  ["fragmentation", "Fragmentation"],
].filter(isMeasured);
const BINS = 20;
let bucket = "all";

function inBucket(system, segment, name) {
  const [, low, high] = BUCKETS.find(([label]) => label === name);
  const length = referenceOf(system, segment).length;
  return name === "all" || (length >= low && length <= high);
}

function binned(system, measure) {
  const bins = Array.from({ length: BINS }, () => 0);
  for (let segment = 0; segment < count; segment++) {
    const value = valueOf(system, measure, segment);
    if (value !== null && inBucket(system, segment, bucket))
      bins[Math.min(BINS - 1, Math.floor(Math.abs(value) * BINS))]++;
  }
  return bins;
}

function histogram(measure, width) {
  const high = 130,
    left = 40,
    bottom = 22,
    room = width - left - 8;
  const all = systems.map((_, system) => binned(system, measure));
  const largest = Math.max(1, ...all.flat());
  const step = room / BINS,
    wide = Math.max(1, (step - 2) / systems.length);
  const parts = [0, 0.5, 1].map((share) =>
    draw("path", { class: "grid", d: `M${left} ${high - share * (high - 12)}H${width - 8}` }),
  );
  parts.push(
    draw("text", { class: "small", x: left - 6, y: 16, "text-anchor": "end" }, largest),
    draw("text", { class: "small", x: left - 6, y: high + 4, "text-anchor": "end" }, "0"),
  );
  for (const [tick, anchor] of [
    [0, "start"],
    [0.5, "middle"],
    [1, "end"],
  ])
    parts.push(
      draw("text", { class: "small", x: left + tick * room, y: high + bottom - 6, "text-anchor": anchor }, tick),
    );
  all.forEach((bins, system) =>
    bins.forEach((number, bin) => {
      if (!number) return;
      const tall = ((high - 12) * number) / largest;
      const bar = draw("rect", {
        x: left + bin * step + 1 + system * wide,
        y: high - tall,
        width: wide,
        height: tall,
        fill: colourOf(system),
        "fill-opacity": 0.85,
      });
      parts.push(
        explain(bar, () => [
          `${number} segments`,
          `${systems[system].label}: ${measure} ${(bin / BINS).toFixed(2)} to ${((bin + 1) / BINS).toFixed(2)}`,
        ]),
      );
    }),
  );
  return svgRoot(width, high + bottom, `Histogram of ${measure}`, ...parts);
}

function bucketTable() {
  const head = ["reference length", "segments", ...systems.map((system) => system.label)];
  const rows = BUCKETS.map(([name]) => {
    const sizes = systems.map((_, system) => {
      const values = [];
      for (let segment = 0; segment < count; segment++)
        if (inBucket(system, segment, name)) values.push(valueOf(system, "score", segment));
      return values.filter((value) => value !== null);
    });
    return [name, sizes[0].length, ...sizes.map((values) => fixed(averageOf(values)))];
  });
  return { head, rows };
}

function systemLegend() {
  return make(
    "div",
    { class: "legend" },
    systems.map((system, place) =>
      make("span", {}, make("span", { class: "swatch", style: `background:${colourOf(place)}` }), system.label),
    ),
  );
}

function showDistributions() {
  const section = byId("distributions");
  const panels = MEASURES.map(([measure, title]) =>
    figure(title, `histogram-${measure}`, (width) => histogram(measure, width)),
  );
  const choose = (name) => {
    bucket = name;
    panels.forEach((panel) => panel.repaint());
  };
  const choices = BUCKETS.map(([name]) => [name, name === "all" ? "all lengths" : `${name} words`]);
  section.append(
    make("div", { class: "controls" }, buttons("Length of the reference", choices, "all", choose), systemLegend()),
  );
  section.append(make("div", { class: "panels four" }, ...panels));
  const { head, rows } = bucketTable();
  const save = make(
    "button",
    { type: "button", class: "quiet", click: () => saveTable("scores-by-length", [head, ...rows]) },
    "TSV",
  );
  const table = make(
    "div",
    { class: systems.length > 3 ? "panel whole" : "panel" },
    make("div", { class: "head" }, make("h3", {}, "Mean segment score by length of the reference"), save),
    make("div", { class: "wide" }, dataTable(head, rows)),
  );
  section.append(
    make("div", { class: "panels", style: "margin-top:14px" }, systems.length > 1 ? scatterPanel() : null, table),
  );
}
