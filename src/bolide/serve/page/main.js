// The page is put together.

let opened = "pair";
const refresh = () => (opened === "pair" ? scorePair() : compareFiles());
whenMoved = later(16, () => (opened === "pair" ? rescorePair() : rescoreFiles()));

function show(section) {
  opened = section;
  byId("pair").hidden = section !== "pair";
  byId("files").hidden = section !== "files";
  refresh();
}

byId("views").append(buttons("What to score", { pair: "Text", files: "Files" }, "pair", show));

function languagesThat(label, isKnown) {
  const found = choices.languages.filter((language) => language.is_known === isKnown);
  const option = ({ code, name }) => make("option", { value: code, selected: code === choices.language }, name);
  return make("optgroup", { label }, found.map(option));
}

byId("language").append(
  languagesThat("with rules or data of their own", true),
  languagesThat("by spelling, and synonyms where installed", false),
);
byId("preset").append(
  make("option", { value: "" }, "the language's own"),
  ...choices.presets.map(({ name, title }) => make("option", { value: name, title }, name)),
);
for (const id of ["language", "preset"])
  byId(id).addEventListener("change", () => {
    forgetNumbers();
    refresh();
  });
startPair();
startFiles();
scorePair();
// A file that misses its place is not opened in place of this page.
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
addEventListener("scroll", hideTip, { passive: true });
document.documentElement.dataset.ready = "true";
