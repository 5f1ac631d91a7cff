// Builds the page.

let opened = "pair";
const refresh = () => (opened === "pair" ? scorePair() : compareFiles());
whenMoved = later(16, () => (opened === "pair" ? rescorePair() : rescoreFiles()));

function show(section) {
  opened = section;
  byId("pair").hidden = section !== "pair";
  byId("files").hidden = section !== "files";
  refresh();
}

byId("programs").hidden = Boolean(choices.is_alone);
if (!choices.is_alone) byId("views").append(buttons("What to score", { pair: "Text", files: "Files" }, "pair", show));

function languagesThat(label, isKnown) {
  const found = choices.languages
    .filter((language) => language.is_known === isKnown)
    .sort((one, other) => one.name.localeCompare(other.name));
  const option = ({ code, name }) => make("option", { value: code, selected: code === choices.language }, name);
  return make("optgroup", { label }, found.map(option));
}

byId("language").append(
  languagesThat("with rules or data", true),
  languagesThat("by spelling, and synonyms where installed", false),
);
const ownMetric = make("option", { value: "" });
byId("preset").append(
  ownMetric,
  ...choices.presets.map(({ name, title }) =>
    make("option", { value: name, title, selected: name === choices.chosen }, name),
  ),
);
// The metric of a language by its name.
function nameMetric() {
  const chosen = choices.languages.find((language) => language.code === byId("language").value);
  const own = chosen.code === choices.language ? choices.preset : chosen.preset;
  ownMetric.textContent = `${own} (default for ${chosen.name})`;
}
for (const id of ["language", "preset"])
  byId(id).addEventListener("change", () => {
    nameMetric();
    forgetNumbers();
    refresh();
  });
byId("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(byId("signature").textContent);
  byId("copy").textContent = "Copied";
});
nameMetric();
// An example, in languages that we speak.
const [example, exampleReference] = EXAMPLES[choices.language] ?? ["", ""];
byId("hypothesis").value ||= example;
byId("reference").value ||= exampleReference;
scorePair();
// A file dropped elsewhere must not replace this page.
for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault());
document.documentElement.dataset.ready = "true";
