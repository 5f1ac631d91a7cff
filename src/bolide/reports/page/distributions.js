// The distribution of scores, for all segments and by length of the reference, and system against system.

const MEASURES = ["score", "precision", "recall", "fragmentation"].filter((measure) =>
  systems.some((system) => system.values[measure].some((value) => value !== null)),
);
// Ranges of reference lengths.
const BUCKETS = { all: [0, Infinity], "1–10": [1, 10], "11–25": [11, 25], "26–50": [26, 50], "51+": [51, Infinity] };
const bucketMenu = (textOfAll, unit) =>
  Object.fromEntries(Object.keys(BUCKETS).map((name) => [name, name === "all" ? textOfAll : name + unit]));
const BINS = 20;

function inBucket(system, segment, name) {
  const [low, high] = BUCKETS[name];
  const { length } = referenceOf(system, segment);
  return length >= low && length <= high;
}

// The defined values of a measure for the segments of a length.
const valuesIn = (name, system, measure) =>
  allSegments()
    .filter((segment) => inBucket(system, segment, name))
    .map((segment) => valueOf(system, measure, segment))
    .filter((value) => value !== null);

function binned(system, measure) {
  const bins = Array.from({ length: BINS }, () => 0);
  for (const value of valuesIn(state.bucket, system, measure))
    bins[Math.min(BINS - 1, Math.floor(Math.abs(value) * BINS))]++;
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
    thick = Math.max(1, (step - 2) / systems.length);
  const lines = [0, 0.5, 1].map((share) =>
    draw("path", { class: "grid", d: `M${left} ${high - share * (high - 12)}H${width - 8}` }),
  );
  const ticks = ["start", "middle", "end"].map((anchor, place) =>
    write(place / 2, left + (place / 2) * room, high + bottom - 6, anchor, "small"),
  );
  const columns = all.flatMap((bins, system) =>
    bins.map((number, bin) => {
      if (!number) return null;
      const tall = ((high - 12) * number) / largest;
      const attributes = { fill: colourOf(system), "fill-opacity": 0.85 };
      return explain(box(left + bin * step + 1 + system * thick, high - tall, thick, tall, attributes), () => [
        `${number} segments`,
        `${systems[system].label}: ${measure} ${(bin / BINS).toFixed(2)} to ${((bin + 1) / BINS).toFixed(2)}`,
      ]);
    }),
  );
  const most = write(largest, left - 6, 16, "end", "small"),
    none = write("0", left - 6, high + 4, "end", "small");
  return svgRoot(width, high + bottom, `Histogram of ${measure}`, ...lines, most, none, ...ticks, ...columns);
}

function lengthPanel() {
  const head = ["reference length", "segments", ...systems.map((system) => system.label)];
  const rows = Object.keys(BUCKETS).map((name) => {
    const values = systems.map((_, system) => valuesIn(name, system, "score"));
    return [name, values[0].length, ...values.map((each) => fixed(averageOf(each)))];
  });
  const title = "Mean segment score by length of the reference";
  return tablePanel(
    { title, head, rows, name: "scores-by-length" },
    { class: systems.length > 3 ? "panel whole" : "panel" },
  );
}

function showDistributions() {
  const panels = MEASURES.map((measure) =>
    figure(measure[0].toUpperCase() + measure.slice(1), `histogram-${measure}`, (width) => histogram(measure, width)),
  );
  const choose = choosing("bucket", () => panels.forEach((each) => each.repaint()));
  const choices = bucketMenu("all lengths", " words");
  const swatches = systems.map(({ label }, place) => swatch(label, colourOf(place)));
  const below = [systems.length > 1 ? scatterPanel() : null, lengthPanel()];
  byId("distributions").append(
    controls(buttons("Length of the reference", choices, "all", choose), legend({}, swatches)),
    make("div", { class: "panels four" }, panels),
    make("div", { class: "panels", style: "margin-top:14px" }, below),
  );
}

// System against system: a point for each segment, which opens it. Drawn on a canvas, which is fast for 50,000 points.
const MARGIN = 36;
let scatter = null;

// The place and colour of every segment with a score by both systems.
function scatterPoints(size) {
  const room = size - MARGIN - 10;
  return allSegments().flatMap((segment) => {
    const [x, y] = state.pair.map((system) => valueOf(system, "score", segment));
    if (x === null || y === null) return [];
    const colour = y > x ? "--better" : y < x ? "--worse" : "--soft";
    return [{ segment, x: MARGIN + x * room, y: 10 + (1 - y) * room, colour }];
  });
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
  scatter.points = scatterPoints(size);
  const style = getComputedStyle(document.documentElement);
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const room = size - MARGIN - 10;
  context.strokeStyle = style.getPropertyValue("--line");
  context.strokeRect(MARGIN, 10, room, room);
  context.beginPath();
  context.moveTo(MARGIN, 10 + room);
  context.lineTo(MARGIN + room, 10);
  context.stroke();
  context.fillStyle = style.getPropertyValue("--soft");
  context.font = pen.font.replace("13px", "12px");
  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    context.textAlign = "center";
    context.fillText(tick, MARGIN + tick * room, size - MARGIN + 24 + 4);
    context.textAlign = "right";
    context.fillText(tick, MARGIN - 5, 10 + (1 - tick) * room + 4);
  }
  context.globalAlpha = Math.max(0.12, Math.min(0.75, 900 / count));
  const colours = Object.fromEntries(
    ["--better", "--worse", "--soft"].map((name) => [name, style.getPropertyValue(name)]),
  );
  for (const { x, y, colour } of scatter.points) {
    context.fillStyle = colours[colour];
    context.fillRect(x - 1.8, y - 1.8, 3.6, 3.6);
  }
  context.globalAlpha = 1;
  const chosen = scatter.points.find(({ segment }) => segment === state.segment);
  if (!chosen) return;
  context.strokeStyle = style.getPropertyValue("--ink");
  context.lineWidth = 2;
  context.beginPath();
  context.arc(chosen.x, chosen.y, 7, 0, 7);
  context.stroke();
}

function nearestPoint(event) {
  const place = scatter.canvas.getBoundingClientRect();
  let best = null,
    least = 144;
  for (const { segment, x, y } of scatter.points) {
    const distance = (x - event.clientX + place.left) ** 2 + (y - event.clientY + place.top) ** 2;
    if (distance < least) [best, least] = [segment, distance];
  }
  return best;
}

function scatterPanel() {
  const [x, y] = state.pair.map((system) => systems[system].label);
  const pointermove = (event) => {
    const segment = nearestPoint(event);
    if (segment === null) return hideTip();
    const scores = state.pair.map((system) => `${systems[system].label} ${fixed(valueOf(system, "score", segment))}`);
    const text = writtenText(state.pair[0], segment, "reference").slice(0, 120);
    return showTip([`Segment ${nameOf(segment)}`, scores.join(", "), text], event.clientX, event.clientY);
  };
  const click = (event) => {
    const segment = nearestPoint(event);
    if (segment !== null) openSegment(segment, true);
  };
  const spoken = "Scatter plot of segment scores; the list of segments has the same data";
  const canvas = make("canvas", { role: "img", "aria-label": spoken, pointermove, pointerleave: hideTip, click });
  const save = () => canvas.toBlob((picture) => download("scatter.png", "image/png", picture));
  const body = make("div", {}, canvas);
  scatter = { canvas, body, size: 0, points: [] };
  new ResizeObserver(() => Math.min(460, body.clientWidth) !== scatter.size && paintScatter()).observe(body);
  return panel(
    { id: "figure-scatter" },
    headed(`Segment scores: ${y} against ${x}`, quietButton("PNG", save)),
    body,
    note(`Horizontal ${x}, vertical ${y}. Above the diagonal ${y} is better. Click a point to open its segment.`),
  );
}
