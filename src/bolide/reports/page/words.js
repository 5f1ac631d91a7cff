// Lists of words, about the report, and what the whole page does.

const functionWords = new Set(data.flags.function.map((word) => data.vocabulary[word]));
const isPlain = (text) => text.split(/ = | /).every((word) => functionWords.has(word));

function wordPanel(list) {
  const open = (text) => {
    const words = text.split(" = ").join(" ").split(" ");
    byId("search").value = state.search = words.map((word) => (word.includes('"') ? word : `"${word}"`)).join(" ");
    relist();
    byId("segments").scrollIntoView();
  };
  const rows = list.entries.map(([text, counts]) =>
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
      counts.map((number) => make("td", {}, String(number))),
    ),
  );
  const head = make(
    "tr",
    {},
    make("th", { class: "name" }, list.name === "missed" || list.name === "added" ? "word" : "hypothesis = reference"),
    systems.map(({ name }) => make("th", {}, name)),
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

function showWords() {
  const section = byId("words");
  if (!data.words.length) return section.append(make("p", { class: "note" }, "There are no words to list."));
  const panels = make("div", { class: "panels" }, data.words.map(wordPanel));
  if (functionWords.size) {
    const toggle = (event) => panels.classList.toggle("content-only", event.target.checked);
    panels.classList.add("content-only");
    section.append(
      make(
        "div",
        { class: "controls" },
        make(
          "label",
          {},
          make("input", { type: "checkbox", id: "content-only", checked: true, change: toggle }),
          "content words only",
        ),
      ),
    );
  }
  return section.append(panels);
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
      list,
    ),
  );
}
