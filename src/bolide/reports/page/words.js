// Lists of words, and what is known about the report itself.

const LONGEST_LIST = 200;
let wordOrder = "difference";
const functionWords = new Set(data.flags.function.map((word) => data.vocabulary[word]));
const isPlain = (text) => text.split(/ = | /).every((word) => functionWords.has(word));

function wordPanel(list) {
  const open = (text) => {
    const words = text.split(" = ").join(" ").split(" ");
    byId("search").value = state.search = words.map((word) => (word.includes('"') ? word : `"${word}"`)).join(" ");
    relist();
    byId("segments").scrollIntoView();
  };
  const [x, y] = state.pair;
  const change = ([, counts]) => counts[y] - counts[x];
  const isByChange = systems.length > 1 && wordOrder === "difference";
  const entries = isByChange
    ? list.entries.slice().sort((one, other) => Math.abs(change(other)) - Math.abs(change(one)))
    : list.entries;
  const rows = entries.slice(0, LONGEST_LIST).map(([text, counts]) =>
    make(
      "tr",
      { class: isPlain(text) ? "plain" : null },
      make(
        "td",
        { class: "name" },
        make(
          "button",
          { type: "button", dir: "auto", title: "Show the segments with these words", click: () => open(text) },
          text,
        ),
      ),
      watched().map((place) => make("td", { "data-label": systems[place].label }, String(counts[place]))),
      systems.length > 1 ? make("td", { "data-label": "difference" }, signed(change([text, counts]), 0)) : null,
    ),
  );
  const head = make(
    "tr",
    {},
    make("th", { class: "name" }, list.name === "missed" || list.name === "added" ? "word" : "hypothesis = reference"),
    watched().map((place) => make("th", { title: systems[place].name }, systems[place].label)),
    systems.length > 1 ? make("th", { title: `${systems[y].name} − ${systems[x].name}` }, "difference") : null,
  );
  const save = make(
    "button",
    {
      type: "button",
      class: "quiet",
      click: () =>
        saveTable(list.name, [
          ["text", ...systems.map(({ name }) => name)],
          ...list.entries.map(([text, counts]) => [text, ...counts]),
        ]),
    },
    "TSV",
  );
  return make(
    "div",
    { class: "panel", id: `words-${list.name}` },
    make("div", { class: "head" }, make("h3", {}, list.title), save),
    make("div", { class: "words", tabindex: "0" }, make("table", {}, make("thead", {}, head), make("tbody", {}, rows))),
  );
}

function paintWords() {
  byId("word-lists")?.replaceChildren(...data.words.map(wordPanel));
}

function wordControls() {
  const choices = [
    ["difference", "difference between the systems"],
    ["total", "number"],
  ];
  const change = (event) => {
    wordOrder = event.target.value;
    paintWords();
  };
  const order = choices.map(([value, text]) => make("option", { value }, text));
  const toggle = (event) => byId("word-lists").classList.toggle("content-only", event.target.checked);
  const box = make("input", { type: "checkbox", id: "content-only", checked: count > 1, change: toggle });
  return make(
    "div",
    { class: "controls" },
    systems.length > 1 ? make("label", {}, "order by", make("select", { id: "word-order", change }, order)) : null,
    functionWords.size ? make("label", {}, box, "content words only") : null,
  );
}

function showWords() {
  const section = byId("words");
  if (!data.words.length) return section.append(make("p", { class: "note" }, "There are no words to list."));
  const kind = functionWords.size && count > 1 ? "panels content-only" : "panels";
  section.append(wordControls(), make("div", { class: kind, id: "word-lists" }));
  return paintWords();
}

function showAbout() {
  const facts = [
    ["signature", data.heading.signature],
    ["Eval ID", data.heading.eval_id],
    ["command", data.heading.command],
    ["bolide", data.bolide],
  ];
  const list = make("dl", { class: "facts" });
  for (const [name, value] of facts)
    if (value) list.append(make("dt", {}, name), make("dd", {}, make("code", {}, value)));
  const resources = Object.entries(data.heading.resources).flatMap(([name, value], place) => [
    place ? ", " : "",
    `${name} `,
    make("code", {}, value),
  ]);
  if (resources.length)
    list.append(
      make("dt", { title: "Named by the beginning of its SHA-256" }, "language data"),
      make("dd", {}, resources),
    );
  const save = make(
    "button",
    {
      type: "button",
      class: "quiet",
      title: "The data of this page, described in docs/formats.md of bolide",
      click: () => download("report.json", "application/json", byId("data").textContent),
    },
    "JSON",
  );
  byId("about").append(
    make(
      "div",
      { class: "panel" },
      make(
        "div",
        { class: "head" },
        make(
          "h3",
          {},
          `METEOR, ${segmentCount()}, ${systems.length === 1 ? "one system" : `${systems.length} systems`}`,
        ),
        save,
      ),
      make("details", {}, make("summary", {}, "Signature, command and language data"), list),
    ),
  );
}
