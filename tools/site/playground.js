// The page of `bolide serve` without a server: the same questions, answered by WebAssembly (npm/bolide.js) in the page itself.

const metrics = new Map();

async function unpack(text) {
  const packed = await fetch(`data:application/gzip;base64,${text}`);
  return new Uint8Array(await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// A table is a script that calls this function with its contents: that opens from a disk, too.
const loadTable = (name) =>
  new Promise((resolve, reject) => {
    globalThis.takeTable = (text) => resolve(unpack(text));
    const error = () => reject(new Error(`${name} cannot be loaded.`));
    document.head.append(make("script", { src: `${name}.js`, error }));
  });

async function readPart(name) {
  if (name === "bolide.wasm") return unpack(choices.wasm);
  return name === "metrics.json" ? new TextEncoder().encode(JSON.stringify(choices.metrics)) : loadTable(name);
}

function findMetric({ language = choices.language, preset = "" }) {
  const own = choices.metrics[language] && !preset;
  const key = own ? language : `${language} universal+`;
  if (!metrics.has(key)) {
    const opening = bolide.open(own ? { language } : { language, preset: "universal+" }, { read: readPart });
    metrics.set(key, opening);
    opening.catch(() => metrics.delete(key));
  }
  return metrics.get(key);
}

// Chunks as the data of a report has them (docs/formats.md).
function packMatches(meteor, matches) {
  let text = "";
  matches.forEach((match, place) => {
    const isLong = match.hypothesis_length + match.reference_length > 2;
    const letter = String.fromCharCode((isLong ? 65 : 97) + meteor.matchers.indexOf(match.matcher));
    if (!place || match.chunk !== matches[place - 1].chunk)
      text += `${place ? " " : ""}${match.reference_start}:${match.hypothesis_start}`;
    text += letter + (isLong ? `${match.reference_length}-${match.hypothesis_length}` : "");
    if (match.similarity < 1) text += `~${Math.round(100 * match.similarity)}`;
  });
  return text;
}

function pictureOf(meteor, hypothesis, reference) {
  const found = meteor.align(hypothesis, reference);
  const words = [...found.hypothesis, ...found.reference];
  const dim = [...found.hypothesis_function, ...found.reference_function];
  const vocabulary = [...new Set(words)];
  const numbersOf = (side) => side.map((word) => vocabulary.indexOf(word));
  const [hypotheses, matches] = [[numbersOf(found.hypothesis)], [packMatches(meteor, found.matches)]];
  return {
    heading: { matchers: meteor.matchers, weights: meteor.weights },
    marks: choices.marks,
    direction: /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(reference) ? "rtl" : "ltr",
    vocabulary,
    flags: { function: numbersOf(words.filter((_, place) => dim[place])) },
    evidence: {},
    references: [[numbersOf(found.reference)]],
    systems: [{ name: "hypothesis", label: "hypothesis", hypotheses, matches }],
    layers: {},
  };
}

const named = (names, values) => Object.fromEntries(names.map((name, place) => [name, values[place]]));

async function send(path, { hypothesis, reference, segments, statistics, ...asked }) {
  try {
    const meteor = await findMetric(asked);
    if (path === "/align") return { answer: { picture: pictureOf(meteor, hypothesis, reference) } };
    const rows = statistics ?? segments.map((each) => meteor.score(each.hypothesis, each.references).statistics);
    const total = rows[0].map((_, column) => sumOf(rows.map((row) => row[column])));
    const answer = {
      ...meteor.scoreStatistics(total, asked),
      segments: rows.map((row) => ({ ...meteor.scoreStatistics(row, asked), statistics: row })),
      parameters: named(["alpha", "beta", "gamma", "delta"], meteor.parameters),
      weights: named(meteor.matchers, meteor.weights),
      signature: meteor.signature + (asked.parameters || asked.weights ? " (with other numbers)" : ""),
    };
    return { answer };
  } catch (error) {
    return { error: error.message };
  }
}
