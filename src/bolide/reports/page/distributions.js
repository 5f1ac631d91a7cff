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

// System against system: a point for each segment, which opens it. Drawn on a canvas, so that 50,000 points are no burden.

const MARGIN = 36;
let scatter = null;

function scatterPlace(segment, size) {
  const [x, y] = state.pair.map((system) => valueOf(system, "score", segment));
  if (x === null || y === null) return null;
  const room = size - MARGIN - 10;
  return [MARGIN + x * room, 10 + (1 - y) * room];
}

function paintScatter() {
  if (!scatter) return;
  const { canvas, body } = scatter;
  const size = Math.min(460, body.clientWidth);
  if (!size) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = canvas.height = size * ratio;
  canvas.style.width = canvas.style.height = `${size}px`;
  scatter.size = size;
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name);
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const room = size - MARGIN - 10;
  context.strokeStyle = colour("--line");
  context.strokeRect(MARGIN, 10, room, room);
  context.beginPath();
  context.moveTo(MARGIN, 10 + room);
  context.lineTo(MARGIN + room, 10);
  context.stroke();
  context.fillStyle = colour("--soft");
  context.font = pen.font.replace("13px", "12px");
  context.textAlign = "center";
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    context.fillText(tick, MARGIN + tick * room, size - MARGIN + 24 + 4);
    context.textAlign = "right";
    context.fillText(tick, MARGIN - 5, 10 + (1 - tick) * room + 4);
    context.textAlign = "center";
  }
  context.globalAlpha = Math.max(0.12, Math.min(0.75, 900 / count));
  for (let segment = 0; segment < count; segment++) {
    const place = scatterPlace(segment, size);
    if (!place) continue;
    const change = differenceOf(segment);
    context.fillStyle = colour(change > 0 ? "--better" : change < 0 ? "--worse" : "--soft");
    context.fillRect(place[0] - 1.8, place[1] - 1.8, 3.6, 3.6);
  }
  context.globalAlpha = 1;
  const chosen = state.segment === null ? null : scatterPlace(state.segment, size);
  if (chosen) {
    context.strokeStyle = colour("--ink");
    context.lineWidth = 2;
    context.beginPath();
    context.arc(chosen[0], chosen[1], 7, 0, 7);
    context.stroke();
  }
}

function nearestPoint(event) {
  const box = scatter.canvas.getBoundingClientRect();
  let best = null,
    least = 144;
  for (let segment = 0; segment < count; segment++) {
    const place = scatterPlace(segment, scatter.size);
    if (!place) continue;
    const distance = (place[0] - event.clientX + box.left) ** 2 + (place[1] - event.clientY + box.top) ** 2;
    if (distance < least) [best, least] = [segment, distance];
  }
  return best;
}

function scatterDrawing() {
  const size = 480,
    room = size - MARGIN - 10;
  const parts = [
    draw("rect", { x: MARGIN, y: 10, width: room, height: room, class: "axis" }),
    draw("path", { class: "axis", d: `M${MARGIN} ${10 + room}L${MARGIN + room} 10` }),
  ];
  for (let segment = 0; segment < count; segment++) {
    const place = scatterPlace(segment, size);
    if (place)
      parts.push(
        draw("circle", {
          cx: place[0].toFixed(1),
          cy: place[1].toFixed(1),
          r: 2,
          fill:
            differenceOf(segment) > 0 ? "var(--better)" : differenceOf(segment) < 0 ? "var(--worse)" : "var(--soft)",
          "fill-opacity": 0.5,
        }),
      );
  }
  const [x, y] = state.pair.map((system) => systems[system].label);
  parts.push(
    draw("text", { x: MARGIN + room / 2, y: size - 6, "text-anchor": "middle" }, x),
    draw("text", { transform: `translate(14 ${10 + room / 2}) rotate(-90)`, "text-anchor": "middle" }, y),
  );
  return svgRoot(size, size, "Scatter of segment scores", ...parts);
}

function saveScatter() {
  const drawing = scatterDrawing();
  drawing.style.position = "absolute";
  drawing.style.left = "-9999px";
  document.body.append(drawing);
  saveSvg(drawing, "scatter");
  drawing.remove();
}

function scatterPanel() {
  const move = (event) => {
    const segment = nearestPoint(event);
    if (segment === null) return hideTip();
    const [x, y] = state.pair;
    return showTip(
      [
        `Segment ${nameOf(segment)}`,
        `${systems[x].label} ${fixed(valueOf(x, "score", segment))}, ${systems[y].label} ${fixed(valueOf(y, "score", segment))}`,
        writtenText(x, segment, "reference").slice(0, 120),
      ],
      event.clientX,
      event.clientY,
    );
  };
  const open = (event) => {
    const segment = nearestPoint(event);
    if (segment !== null) openSegment(segment, true);
  };
  const canvas = make("canvas", {
    role: "img",
    "aria-label": "Scatter of segment scores; the list of segments holds the same",
    pointermove: move,
    pointerleave: hideTip,
    click: open,
  });
  const body = make("div", {}, canvas);
  const save = make("button", { type: "button", class: "quiet", click: saveScatter }, "SVG");
  const title = make("h3", {});
  const axes = make("p", { class: "note" });
  scatter = { canvas, body, title, axes, size: 0 };
  new ResizeObserver(() => Math.min(460, body.clientWidth) !== scatter.size && paintScatter()).observe(body);
  nameScatter();
  return make("div", { class: "panel", id: "figure-scatter" }, make("div", { class: "head" }, title, save), body, axes);
}

function nameScatter() {
  if (!scatter) return;
  const [x, y] = state.pair.map((system) => systems[system].label);
  scatter.title.textContent = `Segment scores: ${y} against ${x}`;
  scatter.axes.textContent = `Across ${x}, up ${y}. Above the diagonal ${y} is better. A click opens the segment.`;
}
