// Texts as they were written: the data says how each differs from its tokens (docs/formats.md).

function packedWriting(system, segment, side) {
  if (side === "hypothesis") return systems[system].texts?.[segment] ?? null;
  return data.texts?.[segment][chosenOf(system, segment)] ?? null;
}

// A text that is not its tokens: each is looked for not far after the one before it; what is not found has no place.
function findTokens(text, words) {
  const pieces = [];
  const lower = text.toLowerCase();
  let end = 0;
  words.forEach((word, place) => {
    const start = lower.indexOf(word.toLowerCase(), end);
    if (start < 0 || start > end + 12) return;
    pieces.push({ gap: text.slice(end, start), text: text.slice(start, start + word.length), place });
    end = start + word.length;
  });
  if (end < text.length) pieces.push({ gap: "", text: text.slice(end), place: null });
  return pieces;
}

// The pieces of a text: what stands before each, how it is written, and which token it is.
function writtenPieces(system, segment, side) {
  const numbers = side === "hypothesis" ? hypothesisOf(system, segment) : referenceOf(system, segment);
  const words = numbers.map((word) => data.vocabulary[word]);
  const packed = packedWriting(system, segment, side);
  if (packed?.startsWith("=")) return findTokens(packed.slice(1), words);
  const special = new Map();
  for (const part of packed ? packed.split(" ") : []) {
    const [, place, joined, how] = /^(\d+)(J[^C=]?)?(C|=.*)?$/su.exec(part);
    special.set(Number(place), { joined, how });
  }
  return words.map((word, place) => {
    const { joined, how } = special.get(place) ?? {};
    const text = !how ? word : how === "C" ? word.slice(0, 1).toUpperCase() + word.slice(1) : how.slice(1);
    return { gap: joined ? joined.slice(1) : place ? " " : "", text, place };
  });
}

const writtenText = (system, segment, side) =>
  writtenPieces(system, segment, side)
    .map(({ gap, text }) => gap + text)
    .join("");
