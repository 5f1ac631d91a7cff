// Lists of words, and the details of the report itself.

const LONGEST_LIST = 200;
const isPlain = (text) => text.split(/ = | /).every((word) => functionWords.has(word));

// Shows the segments with all words of an entry.
function openWords(text) {
  const words = text.split(" = ").join(" ").split(" ");
  byId("search").value = state.search = words.map((word) => (word.includes('"') ? word : `"${word}"`)).join(" ");
  relist();
  byId("segments").scrollIntoView();
}

function wordPanel({ name, title, entries }) {
  const [x, y] = state.pair;
  const isOfTwo = systems.length > 1;
  const change = ([, counts]) => Math.abs(counts[y] - counts[x]);
  const listed = entries.filter(([text]) => !state.isContentOnly || !isPlain(text));
  if (isOfTwo && state.words === "difference") listed.sort((one, other) => change(other) - change(one));
  const head = [
    name === "missed" || name === "added" ? "word" : "hypothesis = reference",
    ...watched().map((place) => ({ text: systems[place].label, title: systems[place].name })),
    ...(isOfTwo ? [{ text: "difference", title: `${systems[y].name} − ${systems[x].name}` }] : []),
  ];
  const rows = listed.slice(0, LONGEST_LIST).map(([text, counts]) => {
    const attributes = { type: "button", dir: "auto", title: "Show the segments with these words" };
    const open = make("button", { ...attributes, click: () => openWords(text) }, text);
    const numbers = watched().map((place) => counts[place]);
    return [{ text: open }, ...numbers, ...(isOfTwo ? [signed(counts[y] - counts[x], 0)] : [])];
  });
  const save = tableButton(name, () => [
    ["text", ...systems.map((system) => system.name)],
    ...entries.map(([text, counts]) => [text, ...counts]),
  ]);
  const list = make("div", { class: "words", tabindex: "0" }, dataTable(head, rows, 1, null));
  return panel({ id: `words-${name}` }, headed(title, save), list);
}

function paintWords() {
  byId("word-lists")?.replaceChildren(...data.words.map(wordPanel));
}

function wordControls() {
  const choices = { difference: "difference between the systems", total: "number" };
  const order = menu({ id: "word-order" }, choices, null, choosing("words", paintWords));
  const attributes = { id: "content-only", checked: state.isContentOnly };
  const contentOnly = checkbox(attributes, "content words only", choosing("isContentOnly", paintWords));
  return controls(
    systems.length > 1 ? make("label", {}, "order by", order) : null,
    functionWords.size ? contentOnly : null,
  );
}

function showWords() {
  const section = byId("words");
  if (!data.words.length) return section.append(note("There are no words to list."));
  section.append(wordControls(), make("div", { class: "panels", id: "word-lists" }));
  return paintWords();
}

function showAbout() {
  const { signature, eval_id: evalId, command, resources } = data.heading;
  const facts = Object.entries({ signature, "Eval ID": evalId, command, bolide: data.bolide });
  const list = make("dl", { class: "facts" });
  for (const [name, value] of facts)
    if (value) list.append(make("dt", {}, name), make("dd", {}, make("code", {}, value)));
  const hashes = Object.entries(resources).flatMap(([name, value], place) => [
    place ? ", " : "",
    `${name} `,
    make("code", {}, value),
  ]);
  const term = make("dt", { title: "Identified by the beginning of its SHA-256" }, "language data");
  if (hashes.length) list.append(term, make("dd", {}, hashes));
  const save = () => download("report.json", "application/json", byId("data").textContent);
  const title = "The data of this page, described in docs/formats.md of bolide";
  const names = systems.length === 1 ? "one system" : `${systems.length} systems`;
  byId("about").append(
    panel(
      {},
      headed(`METEOR, ${segmentCount()}, ${names}`, quietButton("JSON", save, { title })),
      make("details", {}, make("summary", {}, "Signature, command and language data"), list),
    ),
  );
}
