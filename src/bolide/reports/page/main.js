// Builds the page.

function pageKeys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const actions = {
    "/": () => {
      byId("search").focus();
      byId("segments").scrollIntoView();
    },
    j: () => moveBy(1),
    k: () => moveBy(-1),
    v: () => choosing("view", showDetail)(state.view === "matrix" ? "ribbon" : "matrix"),
    s: () => choosing("show", showDetail)({ both: "first", first: "second", second: "both" }[state.show]),
    Escape: hideTip,
  };
  if (event.key in actions) {
    actions[event.key]();
    if (event.key !== "Escape") event.preventDefault();
  }
}

// Prints the first segments of the list as a table, in light colours: paper is white and cannot scroll.
let themeOnScreen = "light";

function fillPrint() {
  const listed = state.listed.slice(0, 40);
  const head = ["segment", "reference", ...watched().map((system) => systems[system].label)];
  const rows = listed.map((segment) => [
    nameOf(segment),
    writtenText(watched()[0], segment, "reference"),
    ...watched().map((system) => fixed(valueOf(system, "score", segment), 3)),
  ]);
  byId("printed").replaceChildren(
    make("h3", {}, `The first ${listed.length} of ${state.listed.length} segments`),
    dataTable(head, rows, 2),
  );
  themeOnScreen = document.documentElement.dataset.theme;
  chooseTheme("light");
}

whenThemed = paintScatter;
byId("title").textContent = byId("title").title = data.heading.title;
showSystems();
showSources();
showDistributions();
showSegments();
showWords();
showAbout();
if (count === 1 && systems.length === 1) {
  // For one segment of one system only the alignment matters: it comes first, without distributions or a list.
  document.body.classList.add("one");
  byId("systems").before(byId("segments"));
}
const heading = document.querySelector("header");
const measureHeading = () => document.documentElement.style.setProperty("--header", `${heading.offsetHeight + 12}px`);
new ResizeObserver(measureHeading).observe(heading);
measureHeading();
document.addEventListener("keydown", pageKeys);
addEventListener("beforeprint", fillPrint);
addEventListener("afterprint", () => chooseTheme(themeOnScreen));
document.documentElement.dataset.ready = "true";
