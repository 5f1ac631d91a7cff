// The ribbons of an alignment: words in columns, read downwards, with the reference in the middle and a system on each side.
// Columns fit a phone, long segments and every script, where two long lines would not.

const RIBBON_HIGH = 25,
  RIBBON_TOP = 30;
const ribbonY = (place) => RIBBON_TOP + place * RIBBON_HIGH;

function ribbonColumns(shown, segment, width) {
  const hypotheses = shown.map((system) =>
    Math.max(widestOf(hypothesisOf(system, segment), 20) + 8, lengthOf(systems[system].label)),
  );
  const middle = widestOf(referenceOf(shown[0], segment), 20) + 8;
  const free = width - sumOf(hypotheses) - middle - 14 * Math.max(2, shown.length);
  const gap = Math.max(56, Math.min(190, free / shown.length));
  const left = 14 + hypotheses[0];
  const right = left + gap + middle + gap;
  return {
    left,
    reference: [left + gap, left + gap + middle],
    right,
    total: shown.length > 1 ? right + hypotheses[1] + 14 : left + gap + middle + 14,
  };
}

const ribbonWords = (words, x, anchor, classes) =>
  words.map((word, place) =>
    write(data.vocabulary[word], x, ribbonY(place) + RIBBON_HIGH / 2 + 4.5, anchor, classes[place]),
  );

function ribbonBand(from, to, match) {
  const [[a, b], [c, d]] = SIDES.map((side) => [ribbonY(match[side][0]) + 2, ribbonY(match[side][1]) - 2]);
  const bend = (from + to) / 2;
  const band = draw("path", {
    class: "band",
    d: `M${from} ${a}C${bend} ${a} ${bend} ${c} ${to} ${c}V${d}C${bend} ${d} ${bend} ${b} ${from} ${b}z`,
  });
  // Marks are beside the reference, where no two meet; in the middle, where bands cross, they would.
  return [band, shape(matchers[match.matcher], to + (from < to ? -11 : 11), (c + d) / 2, 5)];
}

function ribbon(shown, segment, width) {
  const columns = ribbonColumns(shown, segment, width);
  const { matches, classes, referenceClasses } = alignmentsOf(shown, segment);
  const reference = referenceOf(shown[0], segment);
  const middle = (columns.reference[0] + columns.reference[1]) / 2;
  const parts = [write("reference", middle, 16, "middle", "small")];
  shown.forEach((system, place) => {
    const [from, to, anchor, x, edge, tick] = place
      ? [columns.right - 4, columns.reference[1], "start", columns.right, columns.total - 5, -5]
      : [columns.left + 4, columns.reference[0], "end", columns.left, 5, 5];
    parts.push(
      write(systems[system].label, x, 16, anchor, "small"),
      ...matches[place].map((match) =>
        matchMark(system, segment, match, matches[place], [], ...ribbonBand(from, to, match)),
      ),
      ...ribbonWords(hypothesisOf(system, segment), x, anchor, classes[place]),
      ...chunksOf(matches[place]).map(({ rows: [first, last] }) =>
        draw("path", {
          class: "bracket",
          d: `M${edge + tick} ${ribbonY(first) + 3}H${edge}V${ribbonY(last) - 3}h${tick}`,
        }),
      ),
    );
  });
  parts.push(...ribbonWords(reference, middle, "middle", referenceClasses));
  const rows = Math.max(reference.length, ...shown.map((system) => hypothesisOf(system, segment).length));
  return svgRoot(columns.total, ribbonY(rows) + 8, "Alignment as ribbons", ...parts);
}
