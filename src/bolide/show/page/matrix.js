// The grid of an alignment: reference across, hypothesis down. With two systems, the first is drawn as squares with its words on
// one side, the second as marks with its words on the other, as in Meteor's X-ray.

function matrixFrame(shown, segment, room) {
  const labels = referenceOf(shown[0], segment).map((word) => data.vocabulary[word]);
  const rows = Math.max(...shown.map((system) => hypothesisOf(system, segment).length));
  const [near, far = 12] = shown.map((system) => widestOf(hypothesisOf(system, segment), 10) + 24);
  const sides = shown.length > 1 ? near + far : near;
  const cell = Math.max(16, Math.min(24, Math.floor((room - sides - 12) / Math.max(1, labels.length))));
  const highs = labels.map((text) => (UPRIGHT.test(text) ? [...text].length * 15 + 6 : lengthOf(text) * 0.87 + 12));
  const leans = labels.map((text, place) =>
    UPRIGHT.test(text) ? 0 : lengthOf(text) * 0.5 - (labels.length - 1 - place) * cell,
  );
  const top = Math.max(10, ...highs) + 14,
    width = labels.length * cell,
    height = rows * cell;
  const [left, right] = isMirrored ? [far, near] : [near, far];
  return {
    labels,
    rows,
    cell,
    width,
    height,
    left,
    top,
    outer: [left + width + Math.max(right, isMirrored ? right : Math.max(0, ...leans) + 6), top + height + 26],
    x: (place) => left + (isMirrored ? width - (place + 1) * cell : place * cell),
    y: (place) => top + place * cell,
  };
}

function matrixGrid({ left, top, width, height, cell, labels, rows }) {
  let path = "";
  for (let place = 0; place <= labels.length; place++) path += `M${left + place * cell} ${top}v${height}`;
  for (let place = 0; place <= rows; place++) path += `M${left} ${top + place * cell}h${width}`;
  return draw("path", { class: "grid", d: path });
}

const matrixReference = (frame, classes) =>
  frame.labels.map((text, place) => {
    const x = frame.x(place) + frame.cell / 2,
      y = frame.top - 14,
      kind = classes[place];
    if (!UPRIGHT.test(text))
      return draw("text", { class: kind, transform: `translate(${x + 4} ${y}) rotate(-60)` }, text);
    const last = [...text].length - 1;
    const letters = Array.from(text, (letter, row) => write(letter, x, y - (last - row) * 15, "middle", kind));
    return draw("g", { class: kind }, letters);
  });

// Brackets beside the rows and over (second system: under) the columns of every chunk; dashed boxes if only one system is shown.
function matrixChunks(frame, matches, isFar, hasBoxes) {
  const [edge, tick] = isFar === isMirrored ? [frame.left - 5, 4] : [frame.left + frame.width + 5, -4];
  const [y, drop] = isFar ? [frame.top + frame.height + 6, -4] : [frame.top - 6, 4];
  return chunksOf(matches).flatMap(({ rows, columns }) => {
    const [first, last] = rows.map(frame.y);
    const ends = [frame.x(columns[0]), frame.x(columns[1] - 1)];
    const low = Math.min(...ends),
      high = Math.max(...ends) + frame.cell;
    const beside = `M${edge + tick} ${first + 3}H${edge}V${last - 3}h${tick}`,
      over = `M${low + 3} ${y + drop}v${-drop}H${high - 3}v${drop}`;
    return [
      draw("path", { class: "bracket", d: beside + over }),
      hasBoxes ? box(low, first, high - low, last - first, { class: "chunk", rx: 5 }) : null,
    ];
  });
}

const isSame = (one, other) =>
  ["reference", "hypothesis", "matcher"].every((part) => `${one[part]}` === `${other[part]}`);

// The matches of a system, as boxes or outlines; `under` has the systems with boxes drawn already, with their matches.
function matrixMarks(frame, system, segment, matches, under, hasBox, hasShape) {
  const inset = hasBox ? 1 : 3;
  const outline = "fill-opacity:0;stroke:var(--colour);stroke-dasharray:2 2";
  return matches.map((match) => {
    const { hypothesis, reference } = match;
    const x = Math.min(frame.x(reference[0]), frame.x(reference[1] - 1)),
      y = frame.y(hypothesis[0]);
    const [down, across] = [hypothesis, reference].map(([start, end]) => (end - start) * frame.cell);
    const style = hasBox ? (hasShape ? null : "fill-opacity:.45") : isPhrase(match) ? outline : "fill-opacity:0";
    return matchMark(
      system,
      segment,
      match,
      matches,
      under.filter(([, found]) => found.some((other) => isSame(other, match))).map(([other]) => other),
      box(x + inset, y + inset, across - 2 * inset, down - 2 * inset, { class: "box", rx: 4, style }),
      hasShape ? shape(matchers[match.matcher], x + across / 2, y + down / 2, Math.min(6.5, frame.cell / 2 - 4)) : null,
    );
  });
}

function matrix(shown, segment, room) {
  const frame = matrixFrame(shown, segment, room);
  const { matches, classes, referenceClasses } = alignmentsOf(shown, segment);
  const isOnly = shown.length === 1;
  const parts = [matrixGrid(frame), ...matrixReference(frame, referenceClasses)];
  shown.forEach((system, place) => {
    const isFar = place === 1;
    const under = isFar ? [[shown[0], matches[0]]] : [];
    const [x, anchor] = isFar === isMirrored ? [frame.left - 14, "end"] : [frame.left + frame.width + 14, "start"];
    parts.push(
      ...matrixMarks(frame, system, segment, matches[place], under, !isFar, isOnly || isFar),
      ...hypothesisOf(system, segment).map((word, row) =>
        write(data.vocabulary[word], x, frame.y(row) + frame.cell / 2 + 4.5, anchor, classes[place][row]),
      ),
      ...matrixChunks(frame, matches[place], isFar, isOnly),
    );
  });
  return svgRoot(...frame.outer, "Alignment as a grid", ...parts);
}
