// The ribbons of an alignment: words in columns, read downwards, with the reference in the middle and a system on each side.
// Columns fit a phone, long segments and every script, where two long lines would not.

function ribbonColumns(shown, segment, width) {
  const widest = (words) => Math.max(20, ...words.map((word) => lengthOf(data.vocabulary[word]))) + 8;
  const hypotheses = shown.map((system) =>
    Math.max(widest(hypothesisOf(system, segment)), lengthOf(systems[system].label)),
  );
  const middle = widest(referenceOf(shown[0], segment));
  const gaps = shown.length,
    edges = shown.length * 14 + (shown.length === 1 ? 14 : 0);
  const free = width - hypotheses.reduce((sum, value) => sum + value, 0) - middle - edges;
  const gap = Math.max(56, Math.min(190, free / gaps));
  const first = 14 + hypotheses[0];
  const total = first + gap + middle + (shown.length > 1 ? gap + hypotheses[1] + 14 : 14);
  return { left: first, reference: [first + gap, first + gap + middle], right: first + gap + middle + gap, total };
}

function ribbonWords(words, x, anchor, high, top, classes) {
  return words.map((word, place) =>
    draw(
      "text",
      { class: classes[place], x, y: top + place * high + high / 2 + 4.5, "text-anchor": anchor },
      data.vocabulary[word],
    ),
  );
}

function ribbonBand(from, to, match, high, top) {
  const [a, b] = [top + match.hypothesis * high + 2, top + (match.hypothesis + match.hypothesisLength) * high - 2];
  const [c, d] = [top + match.reference * high + 2, top + (match.reference + match.referenceLength) * high - 2];
  const bend = (from + to) / 2;
  const band = draw("path", {
    class: "band",
    d: `M${from} ${a}C${bend} ${a} ${bend} ${c} ${to} ${c}V${d}C${bend} ${d} ${bend} ${b} ${from} ${b}z`,
  });
  // Beside the reference no two marks meet; in the middle, where bands cross, they would.
  return [band, shape(matchers[match.matcher], to + (from < to ? -11 : 11), (c + d) / 2, 5)];
}

function ribbonBrackets(matches, columns, isRight, high, top) {
  const edge = isRight ? columns.total - 5 : 5,
    tick = isRight ? -5 : 5;
  return chunksOf(matches).map(({ rows }) =>
    draw("path", {
      class: "bracket",
      d: `M${edge + tick} ${top + rows[0] * high + 3}H${edge}V${top + rows[1] * high - 3}h${tick}`,
    }),
  );
}

function ribbon(shown, segment, width) {
  const columns = ribbonColumns(shown, segment, width);
  const high = 25,
    top = 30;
  const found = shown.map((system) => matchesOf(system, segment));
  const covered = shown.map((system, place) => coverage(system, segment, found[place]));
  const reference = referenceOf(shown[0], segment);
  const middle = (columns.reference[0] + columns.reference[1]) / 2;
  const parts = [draw("text", { class: "small", x: middle, y: 16, "text-anchor": "middle" }, "reference")];
  shown.forEach((system, place) => {
    const from = place ? columns.right - 4 : columns.left + 4,
      to = place ? columns.reference[1] : columns.reference[0];
    const anchor = place ? "start" : "end",
      x = place ? columns.right : columns.left;
    parts.push(draw("text", { class: "small", x, y: 16, "text-anchor": anchor }, systems[system].label));
    parts.push(
      ...found[place].map((match) =>
        matchMark(system, segment, match, found[place], [], ...ribbonBand(from, to, match, high, top)),
      ),
    );
    parts.push(
      ...ribbonWords(
        hypothesisOf(system, segment),
        x,
        anchor,
        high,
        top,
        wordClasses(system, segment, "hypothesis", (word) => covered[place].hypothesis[word]),
      ),
    );
    parts.push(...ribbonBrackets(found[place], columns, place === 1, high, top));
  });
  parts.push(
    ...ribbonWords(
      reference,
      middle,
      "middle",
      high,
      top,
      wordClasses(
        shown[0],
        segment,
        "reference",
        (word) => covered.filter((side) => side.reference[word]).length,
        shown.length,
      ),
    ),
  );
  const rows = Math.max(reference.length, ...shown.map((system) => hypothesisOf(system, segment).length));
  return svgRoot(columns.total, top + rows * high + 8, "Alignment as ribbons", ...parts);
}
