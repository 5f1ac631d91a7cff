// Where the score comes from: matched words by matcher and kind, and how the difference between two systems splits up.

function bars(width) {
  const longest = 30 + Math.max(...systems.map((system) => lengthOf(`${system.label} · hypothesis`)));
  const isNarrow = longest > width * 0.4; // Then names stand over their bars.
  const label = isNarrow ? 0 : longest;
  const room = width - label - 6,
    high = 24,
    gap = isNarrow ? 28 : 8,
    top = isNarrow ? 20 : 0;
  const rows = systems.flatMap((system) => ["hypothesis", "reference"].map((side) => [system, side]));
  const parts = [];
  rows.forEach(([system, side], place) => {
    const y = top + place * (high + gap) + Math.floor(place / 2) * 8;
    const kinds = system.counts.flatMap((counts) =>
      ["content", "function"].map((kind) => [counts.matcher, kind, counts[`${side}_${kind}`]]),
    );
    const total = kinds.reduce((sum, [, , number]) => sum + number, 0);
    parts.push(
      draw(
        "text",
        isNarrow ? { x: 0, y: y - 5 } : { x: label - 10, y: y + 17, "text-anchor": "end" },
        `${system.label} · ${side}`,
      ),
    );
    let x = label;
    for (const [matcher, kind, number] of kinds) {
      const wide = total ? (room * number) / total : 0;
      if (!wide) continue;
      const box = draw("rect", {
        class: matcher ? "fill" : null,
        x,
        y,
        width: Math.max(0, wide - 0.6),
        height: high,
        "fill-opacity": kind === "content" ? 0.9 : 0.45,
        fill: matcher ? null : "var(--none)",
      });
      const shown =
        wide > 44
          ? draw(
              "text",
              { class: "small", x: x + wide / 2, y: y + 16, "text-anchor": "middle", style: "fill:var(--ink)" },
              percent(number, total),
            )
          : null;
      const part = draw(
        "g",
        {
          class: matcher,
          tabindex: "0",
          role: "img",
          "aria-label": `${system.label} ${side} ${matcher ?? "not matched"} ${kind} ${number}`,
        },
        box,
        shown,
      );
      parts.push(
        explain(part, () => [
          `${matcher ?? "not matched"}, ${kind} words`,
          `${number} of ${total} words of the ${side} (${percent(number, total)})`,
          system.label,
        ]),
      );
      x += wide;
    }
  });
  return svgRoot(
    width,
    top + rows.length * (high + gap) + (systems.length - 1) * 8,
    "Matched words by matcher",
    ...parts,
  );
}

function sourcesLegend() {
  const swatch = (matcher, colour) => make("span", { class: `swatch ${matcher}`, style: `background:${colour}` });
  const items = matchers.map((matcher) => make("span", {}, swatch(matcher, "var(--colour)"), matcher));
  return make(
    "div",
    { class: "legend", style: "margin-bottom:8px" },
    ...items,
    make("span", {}, swatch("unmatched", "var(--none)"), "not matched"),
    make("span", {}, "strong: content words; pale: function words"),
  );
}

function countRows() {
  const kinds = ["hypothesis_content", "hypothesis_function", "reference_content", "reference_function"];
  const rows = systems.flatMap((system) =>
    system.counts.map((counts) => [system.name, counts.matcher ?? "not matched", ...kinds.map((kind) => counts[kind])]),
  );
  return [["system", "matcher", ...kinds], ...rows];
}

// Bars to the left and right of nothing: what raised the score, and what lowered it.
function shiftBars(shares, difference, width) {
  const entries = [...Object.entries(shares), ["difference", difference]];
  const label = 20 + Math.max(...entries.map(([name]) => lengthOf(name))),
    figures = 66,
    high = 20,
    gap = 8;
  const room = Math.max(60, width - label - 2 * figures);
  const largest = Math.max(1e-9, ...entries.map(([, value]) => Math.abs(value)));
  const zero = label + figures + room / 2;
  const parts = [draw("path", { class: "axis", d: `M${zero} 0V${entries.length * (high + gap)}` })];
  entries.forEach(([name, value], place) => {
    const y = place * (high + gap) + 4,
      wide = ((room / 2) * Math.abs(value)) / largest;
    const isTotal = name === "difference";
    parts.push(
      draw(
        "text",
        {
          x: label - 10,
          y: y + 15,
          "text-anchor": "end",
          "font-weight": isTotal ? 700 : null,
          style: isTotal ? "font-weight:700" : null,
        },
        name,
      ),
    );
    parts.push(
      draw("rect", {
        x: value < 0 ? zero - wide : zero,
        y,
        width: wide,
        height: high,
        rx: 2,
        fill: value < 0 ? "var(--worse)" : "var(--better)",
        "fill-opacity": isTotal ? 1 : 0.65,
      }),
    );
    parts.push(
      draw(
        "text",
        {
          class: "small",
          x: value < 0 ? zero - wide - 5 : zero + wide + 5,
          y: y + 14,
          "text-anchor": value < 0 ? "end" : "start",
        },
        signed(value, 5),
      ),
    );
  });
  return svgRoot(width, entries.length * (high + gap) + 6, "Shares of the difference", ...parts);
}

function tablePanel(table) {
  const show = (cell) => (typeof cell === "number" && !Number.isInteger(cell) ? fixed(cell) : cell);
  const save = make(
    "button",
    {
      type: "button",
      class: "quiet",
      click: () => saveTable(table.title.toLowerCase().replaceAll(" ", "-"), [table.head, ...table.rows]),
    },
    "TSV",
  );
  return make(
    "div",
    { class: "panel", style: "margin-top:14px" },
    make("div", { class: "head" }, make("h3", {}, table.title), save),
    make(
      "div",
      { class: "wide" },
      dataTable(
        table.head,
        table.rows.map((row) => row.map(show)),
      ),
    ),
  );
}

function showSources() {
  const save = make(
    "button",
    { type: "button", class: "quiet", click: () => saveTable("matched-words", countRows()) },
    "TSV",
  );
  const panel = figure("Words by matcher", "words-by-matcher", bars, sourcesLegend());
  panel.querySelector(".saves").append(save);
  byId("sources").append(panel, ...data.tables.map(tablePanel));
  data.shifts.forEach((shift, place) => {
    const title = `${labelOf(shift.system)} against ${labelOf(shift.baseline)}`;
    const name = place ? `-${place + 1}` : "";
    const figures = Object.entries(shift.shares).map(([split, shares]) =>
      figure(`${title}: by ${split}`, `difference-by-${split.split(" ")[0]}${name}`, (width) =>
        shiftBars(shares, shift.difference, width),
      ),
    );
    byId("sources").append(make("div", { class: "panels", style: "margin-top:14px" }, figures));
  });
  if (data.shifts.length) {
    byId("sources").append(
      make(
        "p",
        { class: "note" },
        "Each bar is a share of the difference (Shapley's value): what the score changes by when that part becomes the system's, averaged over all orders of changing them. Shares add up to the difference. Length: how many content and function words there are to be matched.",
      ),
    );
  }
}
