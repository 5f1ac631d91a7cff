// METEOR in JavaScript: the core of bolide as WebAssembly, in Node and in browsers. docs/javascript.md describes it.

const NAMES = "score precision recall f1 f_mean fragmentation penalty chrf lcs semantics".split(" ");
const PLACES = "hypothesis_start hypothesis_length reference_start reference_length chunk".split(" ");
const TABLES = ["stems", "synonyms", "paraphrases", "thesaurus"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Reads a file of this package, or one that settings name: from the disk in Node, over the network in a browser.
async function readFile(name) {
  if (import.meta.url.startsWith("file:")) {
    const [files, { isAbsolute }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
    return files.readFile(isAbsolute(name) ? name : new URL(name, import.meta.url)); // A path may have #, % or a drive.
  }
  const url = new URL(name, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot fetch ${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

// Each metric has a core of its own, so that its memory goes with it.
async function start(read) {
  const module = await WebAssembly.compile(await read("bolide.wasm"));
  let core = null;
  const view = () => new DataView(core.memory.buffer);
  const now = () => BigInt(Math.round(performance.now() * 1e6));
  const { exports } = await WebAssembly.instantiate(module, {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      clock_time_get: (_id, _precision, place) => (view().setBigUint64(place, now(), true), 0),
      environ_get: () => 0,
      environ_sizes_get: (count, size) => (view().setUint32(count, 0, true), view().setUint32(size, 0, true), 0),
      proc_exit: (code) => {
        throw new Error(`the core of bolide ended with code ${code}`);
      },
    },
  });
  core = exports;
  const { _initialize: initialize } = core;
  initialize();
  return core;
}

// Memory of the core that holds some bytes, or is room for as many.
function put(core, bytes, size = bytes.length) {
  const place = core.malloc(Math.max(size, 1)) >>> 0; // The upper half of the memory has negative numbers.
  if (!place) throw new Error("there is not enough memory");
  new Uint8Array(core.memory.buffer, place, bytes.length).set(bytes);
  return place;
}

function readString(core, place, size) {
  const bytes = new Uint8Array(core.memory.buffer, place);
  return decoder.decode(bytes.subarray(0, size ?? bytes.indexOf(0)));
}

function check(core, failure) {
  if (failure) throw new Error(readString(core, core.bolide_error() >>> 0));
}

class Meteor {
  #core;
  #lines;
  #metric;

  constructor(core, settings, lines) {
    this.#core = core;
    this.#lines = lines;
    this.#metric = this.#open(settings);
    const listed = (name) => lines.get(name).split(" ");
    this.signature = lines.get("signature") ?? "";
    this.matchers = listed("matchers");
    this.parameters = listed("parameters").map(Number);
    this.weights = listed("weights").map(Number);
  }

  // Scores a hypothesis against one or more references; the first of the best ones counts.
  score(hypothesis, references) {
    const found = [references].flat().map((reference) => {
      const size = 8 * this.#core.bolide_columns(this.#metric);
      const statistics = this.#call("bolide_count", [this.#metric], [hypothesis, reference], size, (room) =>
        Array.from(new BigInt64Array(this.#core.memory.buffer, room, size / 8), Number),
      );
      return { ...this.scoreStatistics(statistics), statistics };
    });
    if (!found.length) throw new Error("there is no reference");
    const reference = found.reduce((best, { score }, place) => (score > found[best].score ? place : best), 0);
    return { ...found[reference], reference };
  }

  // Scores a corpus: by the sum of the statistics of its segments.
  scoreCorpus(hypotheses, references) {
    if (hypotheses.length !== references.length || !hypotheses.length)
      throw new Error(`there are ${hypotheses.length} hypotheses and ${references.length} references`);
    const segments = hypotheses.map((hypothesis, place) => this.score(hypothesis, references[place]));
    const statistics = segments[0].statistics.map((_, column) =>
      segments.reduce((sum, segment) => sum + segment.statistics[column], 0),
    );
    return { ...this.scoreStatistics(statistics), statistics, segments };
  }

  // Scores statistics, also with other parameters and weights: what was counted stays.
  scoreStatistics(statistics, { parameters, weights } = {}) {
    const core = this.#core;
    if (statistics.length !== core.bolide_columns(this.#metric)) throw new Error("statistics of another metric");
    const lines = new Map([...this.#lines].filter(([name]) => !TABLES.includes(name)));
    if (parameters) lines.set("parameters", parameters.join(" "));
    if (weights) lines.set("weights", weights.join(" "));
    const settings = () => Array.from(lines, (line) => line.join("=")).join("\n");
    const metric = parameters || weights ? this.#open(settings()) : this.#metric;
    const row = put(core, new Uint8Array(BigInt64Array.from(statistics, BigInt).buffer));
    try {
      return this.#call("bolide_score_statistics", [metric, row], [], 8 * NAMES.length, (room) => this.#scores(room));
    } finally {
      core.free(row);
      if (metric !== this.#metric) core.bolide_close(metric);
    }
  }

  // Reads the structures of bolide.h, in which a pointer or a size has four bytes.
  align(hypothesis, reference) {
    return this.#call("bolide_align", [this.#metric], [hypothesis, reference], 4, (room) => {
      const view = new DataView(this.#core.memory.buffer);
      const at = (place) => view.getUint32(place, true);
      const list = (place, size, bytes, read) => Array.from({ length: size }, (_, i) => read(place + bytes * i));
      const found = at(room);
      const [ours, theirs] = [0, 4].map((side) =>
        list(at(found + side), at(found + side + 8), 12, (word) => [
          readString(this.#core, at(word), at(word + 4)),
          at(word + 8),
        ]),
      );
      const matches = list(at(found + 16), at(found + 20), 32, (place) => ({
        matcher: readString(this.#core, at(place)),
        ...Object.fromEntries(PLACES.map((name, number) => [name, at(place + 4 + 4 * number)])),
        similarity: view.getFloat64(place + 24, true),
      }));
      const scores = this.#scores(found + 32);
      this.#core.bolide_free_alignment(found);
      return {
        hypothesis: ours.map(([word]) => word),
        reference: theirs.map(([word]) => word),
        hypothesis_function: ours.map(([, kinds]) => (kinds & 1) === 1),
        reference_function: theirs.map(([, kinds]) => (kinds & 1) === 1),
        matches,
        ...scores,
      };
    });
  }

  #open(settings) {
    return this.#call("bolide_open", [], [settings], 4, (room) => new Uint32Array(this.#core.memory.buffer, room)[0]);
  }

  #scores(place) {
    const values = new Float64Array(this.#core.memory.buffer, place, NAMES.length);
    return Object.fromEntries(NAMES.map((name, at) => [name, Number.isNaN(values[at]) ? null : values[at]]));
  }

  // Calls a function of the core with texts and room for its result, and returns what `take` makes of that.
  #call(name, first, texts, size, take) {
    const core = this.#core;
    const places = [];
    try {
      const given = texts.flatMap((text) => {
        if (typeof text !== "string") throw new TypeError(`a text is expected, not ${typeof text}`);
        const bytes = encoder.encode(text);
        places.push(put(core, bytes));
        return [places.at(-1), bytes.length];
      });
      places.push(put(core, [], size));
      check(core, core[name](...first, ...given, places.at(-1)));
      return take(places.at(-1));
    } finally {
      places.forEach((place) => core.free(place));
    }
  }
}

// The code of a language from a code, a tag or a name, as the Python package finds it.
function findLanguage({ names, codes }, language) {
  const name = String(language).trim().toLowerCase();
  const first = /^[a-z]{2,3}([-_][a-z0-9]{1,8})*$/.test(name) ? name.split(/[-_]/)[0] : name;
  for (const each of [name, first]) if (Object.hasOwn(names, each)) return names[each];
  if (first.length === 3 && codes[first.slice(0, 2)]?.includes(first[2])) return first;
  throw new Error(`${JSON.stringify(language)} is not a language: give a code such as de or pt-BR, or a name`);
}

// Opens a metric: by a language (and a preset), or from settings, as `Meteor.settings()` of the Python package writes them.
export async function open(what, { read = readFile } = {}) {
  let settings = what;
  if (typeof what !== "string") {
    const { language = "en", preset } = what ?? {};
    const metrics = JSON.parse(decoder.decode(await read("metrics.json")));
    const code = findLanguage(metrics, language);
    const own = preset ? undefined : metrics[code];
    if ((preset ?? "universal+") !== "universal+" || own === null)
      throw new Error(
        `${preset ?? language} needs more than this package has: open its settings, or preset universal+`,
      );
    settings = own ?? metrics["universal+"].replaceAll("{language}", code);
  }
  const given = settings.split("\n").filter(Boolean);
  const lines = new Map(given.map((line) => [line.split("=", 1)[0], line.slice(line.indexOf("=") + 1)]));
  const paths = TABLES.map((name) => lines.get(name)).filter(Boolean);
  const [core, ...tables] = await Promise.all([start(read), ...paths.map(read)]);
  tables.forEach((bytes, place) => {
    const name = encoder.encode(paths[place]);
    check(core, core.bolide_put_file(put(core, name), name.length, put(core, bytes), bytes.length));
  });
  return new Meteor(core, settings, lines);
}
