// The grid of an alignment: reference across, hypothesis down. With two systems, the first is drawn as squares with its words on
// one side, the second as marks with its words on the other, as Meteor's X-ray has it.

function matrixFrame(shown, segment, room) {
  const reference = referenceOf(shown[0], segment);
  const rows = Math.max(...shown.map((system) => hypothesisOf(system, segment).length));
  const sides = shown.map(
    (system) => Math.max(10, ...hypothesisOf(system, segment).map((word) => lengthOf(data.vocabulary[word]))) + 24,
  );
  const cell = Math.max(
    16,
    Math.min(24, Math.floor((room - sides.reduce((sum, side) => sum + side, 12)) / Math.max(1, reference.length))),
  );
  const labels = reference.map((word) => data.vocabulary[word]);
  const top =
    Math.max(
      10,
      ...labels.map((text) => (UPRIGHT.test(text) ? [...text].length * 15 + 6 : lengthOf(text) * 0.87 + 12)),
    ) + 14;
  const lean = Math.max(
    0,
    ...labels.map((text, place) =>
      UPRIGHT.test(text) ? 0 : lengthOf(text) * 0.5 - (reference.length - 1 - place) * cell,
    ),
  );
  const width = reference.length * cell,
    height = rows * cell;
  const near = sides[0],
    far = shown.length > 1 ? sides[1] : 12;
  const left = isMirrored ? far : near,
    right = isMirrored ? near : far;
  return {
    reference,
    rows,
    cell,
    width,
    height,
    left,
    top,
    outer: [left + width + Math.max(right, isMirrored ? right : lean + 6), top + height + 26],
    x: (place) => left + (isMirrored ? width - (place + 1) * cell : place * cell),
    y: (place) => top + place * cell,
  };
}

function matrixGrid(frame) {
  const { left, top, width, height, cell } = frame;
  let path = "";
  for (let place = 0; place <= frame.reference.length; place++) path += `M${left + place * cell} ${top}v${height}`;
  for (let place = 0; place <= frame.rows; place++) path += `M${left} ${top + place * cell}h${width}`;
  return draw("path", { class: "grid", d: path });
}

function matrixReference(frame, system, segment, covered) {
  const classes = wordClasses(
    system,
    segment,
    "reference",
    (place) => covered.filter(({ reference }) => reference[place]).length,
    covered.length,
  );
  return frame.reference.map((word, place) => {
    const text = data.vocabulary[word];
    const x = frame.x(place) + frame.cell / 2,
      y = frame.top - 14;
    const kind = classes[place];
    if (UPRIGHT.test(text)) {
      const letters = [...text];
      return draw(
        "g",
        { class: kind },
        letters.map((letter, row) =>
          draw("text", { class: kind, x, y: y - (letters.length - 1 - row) * 15, "text-anchor": "middle" }, letter),
        ),
      );
    }
    return draw("text", { class: kind, transform: `translate(${x + 4} ${y}) rotate(-60)` }, text);
  });
}

function matrixHypothesis(frame, system, segment, isFar, covered) {
  const atLeft = isFar === isMirrored;
  const x = atLeft ? frame.left - 14 : frame.left + frame.width + 14;
  const classes = wordClasses(system, segment, "hypothesis", (place) => covered.hypothesis[place]);
  return hypothesisOf(system, segment).map((word, place) =>
    draw(
      "text",
      { class: classes[place], x, y: frame.y(place) + frame.cell / 2 + 4.5, "text-anchor": atLeft ? "end" : "start" },
      data.vocabulary[word],
    ),
  );
}

function chunksOf(matches) {
  const chunks = [];
  for (const match of matches) {
    const chunk = (chunks[match.chunk] ??= { rows: [Infinity, 0], columns: [Infinity, 0] });
    chunk.rows = [
      Math.min(chunk.rows[0], match.hypothesis),
      Math.max(chunk.rows[1], match.hypothesis + match.hypothesisLength),
    ];
    chunk.columns = [
      Math.min(chunk.columns[0], match.reference),
      Math.max(chunk.columns[1], match.reference + match.referenceLength),
    ];
  }
  return chunks;
}

// Brackets beside the rows and over (second system: under) the columns of every chunk; dashed boxes where only one system is shown.
function matrixChunks(frame, matches, isFar, hasBoxes) {
  const parts = [];
  const atLeft = isFar === isMirrored;
  const edge = atLeft ? frame.left - 5 : frame.left + frame.width + 5,
    tick = atLeft ? 4 : -4;
  for (const { rows, columns } of chunksOf(matches)) {
    const first = frame.y(rows[0]) + 3,
      last = frame.y(rows[1]) - 3;
    const [low, high] = [frame.x(columns[0]), frame.x(columns[1] - 1)].sort((one, other) => one - other);
    const y = isFar ? frame.top + frame.height + 6 : frame.top - 6,
      drop = isFar ? -4 : 4;
    parts.push(
      draw("path", {
        class: "bracket",
        d: `M${edge + tick} ${first}H${edge}V${last}h${tick}M${low + 3} ${y + drop}v${-drop}H${high + frame.cell - 3}v${drop}`,
      }),
    );
    if (hasBoxes)
      parts.push(
        draw("rect", {
          class: "chunk",
          x: low,
          y: frame.y(rows[0]),
          width: high + frame.cell - low,
          height: frame.y(rows[1]) - frame.y(rows[0]),
          rx: 5,
        }),
      );
  }
  return parts;
}

const isSame = (one, other) =>
  ["reference", "hypothesis", "referenceLength", "hypothesisLength", "matcher"].every(
    (part) => one[part] === other[part],
  );

function matrixMarks(frame, system, segment, matches, below, hasBox, hasShape) {
  return matches.map((match) => {
    const x = Math.min(frame.x(match.reference), frame.x(match.reference + match.referenceLength - 1));
    const y = frame.y(match.hypothesis);
    const wide = match.referenceLength * frame.cell,
      high = match.hypothesisLength * frame.cell;
    const radius = Math.min(6.5, frame.cell / 2 - 4);
    const isPhrase = match.referenceLength + match.hypothesisLength > 2;
    const box = hasBox
      ? draw("rect", {
          class: "box",
          x: x + 1,
          y: y + 1,
          width: wide - 2,
          height: high - 2,
          rx: 4,
          style: hasShape ? null : "fill-opacity:.45",
        })
      : draw("rect", {
          class: "box",
          x: x + 3,
          y: y + 3,
          width: wide - 6,
          height: high - 6,
          rx: 4,
          style: isPhrase ? "fill-opacity:0;stroke:var(--colour);stroke-dasharray:2 2" : "fill-opacity:0",
        });
    return matchMark(
      system,
      segment,
      match,
      matches,
      below.filter(([, found]) => found.some((other) => isSame(other, match))).map(([other]) => other),
      box,
      hasShape ? shape(matchers[match.matcher], x + wide / 2, y + high / 2, radius) : null,
    );
  });
}

function matrix(shown, segment, room) {
  const frame = matrixFrame(shown, segment, room);
  const found = shown.map((system) => matchesOf(system, segment));
  const covered = shown.map((system, place) => coverage(system, segment, found[place]));
  const parts = [matrixGrid(frame), ...matrixReference(frame, shown[0], segment, covered)];
  shown.forEach((system, place) => {
    const isOnly = shown.length === 1;
    parts.push(
      ...matrixMarks(
        frame,
        system,
        segment,
        found[place],
        place ? [[shown[0], found[0]]] : [],
        isOnly || place === 0,
        isOnly || place === 1,
      ),
    );
    parts.push(...matrixHypothesis(frame, system, segment, place === 1, covered[place]));
    parts.push(...matrixChunks(frame, found[place], place === 1, isOnly));
  });
  return svgRoot(...frame.outer, "Alignment as a grid", ...parts);
}
