// Where the score comes from: matched words by matcher and kind, and the parts of the difference between two systems.

// The words of one side of a system, as a bar with a part for each matcher and kind.
function bar(system, side, label, y, room, high) {
  const kinds = system.counts.flatMap((counts) =>
    ["content", "function"].map((kind) => [counts.matcher, kind, counts[`${side}_${kind}`]]),
  );
  const total = sumOf(kinds.map(([, , number]) => number));
  let x = label;
  return kinds
    .filter(([, , number]) => total && number)
    .map(([matcher, kind, number]) => {
      const width = (room * number) / total,
        name = matcher ?? "not matched";
      const area = box(x, y, Math.max(0, width - 0.6), high, {
        class: matcher ? "fill" : null,
        "fill-opacity": kind === "content" ? 0.9 : 0.45,
        fill: matcher ? null : "var(--none)",
      });
      const share = write(percent(number, total), x + width / 2, y + 16, "middle", "small", "fill:var(--ink)");
      const spoken = `${system.label} ${side} ${name} ${kind} ${number}`;
      const attributes = { class: matcher, tabindex: "0", role: "img", "aria-label": spoken };
      x += width;
      return explain(draw("g", attributes, area, width > 44 ? share : null), () => [
        `${name}, ${kind} words`,
        `${number} of ${total} words of the ${side} (${percent(number, total)})`,
        system.label,
      ]);
    });
}

function bars(width) {
  const longest = 30 + Math.max(...systems.map((system) => lengthOf(`${system.label} · hypothesis`)));
  const isNarrow = longest > width * 0.4; // Then names are above their bars.
  const [label, gap, top] = isNarrow ? [0, 28, 20] : [longest, 8, 0];
  const high = 24;
  const rows = systems.flatMap((system) => SIDES.map((side) => [system, side]));
  const parts = rows.flatMap(([system, side], place) => {
    const y = top + place * (high + gap) + Math.floor(place / 2) * 8;
    const name = `${system.label} · ${side}`;
    const title = isNarrow ? write(name, 0, y - 5) : write(name, label - 10, y + 17, "end");
    return [title, ...bar(system, side, label, y, width - label - 6, high)];
  });
  const height = top + rows.length * (high + gap) + (systems.length - 1) * 8;
  return svgRoot(width, height, "Matched words by matcher", ...parts);
}

const swatch = (text, colour, kind = "") =>
  make("span", {}, make("span", { class: `swatch ${kind}`, style: `background:${colour}` }), text);
const sourcesLegend = () =>
  legend(
    { style: "margin-bottom:8px" },
    matchers.map((matcher) => swatch(matcher, "var(--colour)", matcher)),
    swatch("not matched", "var(--none)"),
    make("span", {}, "strong: content words; pale: function words"),
  );

function countRows() {
  const kinds = ["hypothesis_content", "hypothesis_function", "reference_content", "reference_function"];
  const rows = systems.flatMap(({ name, counts }) =>
    counts.map((row) => [name, row.matcher ?? "not matched", ...kinds.map((kind) => row[kind])]),
  );
  return [["system", "matcher", ...kinds], ...rows];
}

// Bars to the left and right of zero: parts that lowered and raised the score.
function shiftBars(shares, difference, width) {
  const entries = [...Object.entries(shares), ["difference", difference]];
  const label = 20 + Math.max(...entries.map(([name]) => lengthOf(name))),
    figures = 66,
    step = 28;
  const room = Math.max(60, width - label - 2 * figures);
  const largest = Math.max(1e-9, ...entries.map(([, value]) => Math.abs(value)));
  const zero = label + figures + room / 2;
  const parts = entries.flatMap(([name, value], place) => {
    const y = place * step + 4,
      long = ((room / 2) * Math.abs(value)) / largest;
    const [start, colour, end, anchor] =
      value < 0
        ? [zero - long, "var(--worse)", zero - long - 5, "end"]
        : [zero, "var(--better)", zero + long + 5, "start"];
    const isTotal = name === "difference";
    return [
      write(name, label - 10, y + 15, "end", null, isTotal ? "font-weight:700" : null),
      box(start, y, long, 20, { rx: 2, fill: colour, "fill-opacity": isTotal ? 1 : 0.65 }),
      write(signed(value, 5), end, y + 14, anchor, "small"),
    ];
  });
  const axis = draw("path", { class: "axis", d: `M${zero} 0V${entries.length * step}` });
  return svgRoot(width, entries.length * step + 6, "Shares of the difference", axis, ...parts);
}

function tablePanel({ title, head, rows, name = title.toLowerCase().replaceAll(" ", "-") }, attributes) {
  const shown = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" && !Number.isInteger(cell) ? fixed(cell) : cell)),
  );
  const save = tableButton(name, () => [head, ...rows]);
  return panel(attributes, headed(title, save), wide(dataTable(head, shown)));
}

function showSources() {
  const section = byId("sources");
  const save = tableButton("matched-words", countRows);
  section.append(figure("Words by matcher", "words-by-matcher", bars, save, sourcesLegend()));
  section.append(...data.tables.map((table) => tablePanel(table, { style: "margin-top:14px" })));
  data.shifts.forEach(({ system, baseline, shares, difference }, place) => {
    const figures = Object.entries(shares).map(([split, parts]) =>
      figure(
        `${labelOf(system)} against ${labelOf(baseline)}: by ${split}`,
        `difference-by-${split.split(" ")[0]}${place ? `-${place + 1}` : ""}`,
        (width) => shiftBars(parts, difference, width),
      ),
    );
    section.append(make("div", { class: "panels", style: "margin-top:14px" }, figures));
  });
  if (data.shifts.length)
    section.append(
      note(
        "Each bar is a share of the difference (Shapley's value): the change of the score when this part is changed to the system's, averaged over all orders of changing the parts. Shares add up to the difference. Length: the number of content and function words that can be matched.",
      ),
    );
}
