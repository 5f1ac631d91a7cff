// Files of systems and references: the report, and the scores of the systems, which follow the sliders.

const ROLES = { system: "system", reference: "reference", "leave out": "leave out" };
let dropped = [],
  totals = null;

// Different names: those of the files, without endings if that is enough.
function namesOf(files) {
  const short = files.map(({ name }) => name.replace(/\.gz$/, "").replace(/\.[^.]+$/, ""));
  return new Set(short).size === files.length ? short : files.map(({ name }, number) => `${number + 1} ${name}`);
}

async function takeFiles(files) {
  complain(null);
  const found = await Promise.all(files.map(read));
  files.forEach(({ name }, number) => {
    if (found[number] !== null) dropped.push({ name, lines: linesOf(found[number]), role: "system" });
  });
  if (dropped.length > 1 && !dropped.some(({ role }) => role === "reference")) {
    const named = dropped.find(({ name }) => /(^|[^a-z])ref/i.test(name));
    (named ?? dropped[dropped.length - 1]).role = "reference";
  }
  paintFiles();
  compareFiles();
  const odd = files.find((_, number) => found[number] === null);
  if (odd) complain(unreadable(odd));
}

function paintFiles() {
  const rows = dropped.map((file) => {
    const choose = (role) => {
      file.role = role;
      compareFiles();
    };
    const role = menu({ "aria-label": `what ${file.name} is` }, ROLES, file.role, choose);
    return make("label", {}, role, `${file.name}, ${countOf(file.lines)}`);
  });
  const drop = () => {
    dropped = [];
    clear();
    paintFiles();
  };
  byId("chosen").replaceChildren(...rows, ...(rows.length ? [quietButton("Clear", drop)] : []));
}

// The sums of a system are scored like the counts of a segment.
async function rescoreFiles() {
  if (!totals) return compareFiles();
  const { names, statistics } = totals;
  const answer = await ask("/score", { statistics, ...chosenNumbers() }, "totals");
  if (!answer) return;
  const parts = [["score", "score"], ...partsOf(answer)];
  const head = ["system", ...parts.map(([, text]) => text)];
  const rows = answer.segments.map((sum, number) => [names[number], ...parts.map(([part]) => fixed(sum[part]))]);
  byId("totals").replaceChildren(make("h3", {}, "Scores"), dataTable(head, rows));
  byId("totals").hidden = false;
  byId("signature").textContent = answer.signature;
}

async function showReport(hypotheses, references) {
  const frame = byId("report");
  frame.hidden = false;
  frame.replaceChildren(note("Making the report …"));
  const refuse = (message) => {
    frame.hidden = true;
    complain(message);
  };
  const question = { systems: hypotheses, references, ...chosenNumbers() };
  const page = await ask("/report", question, "/report", refuse);
  if (page === null) return;
  const save = () => download("report.html", "text/html", page);
  const inner = make("iframe", { title: "Report", sandbox: "allow-scripts allow-downloads allow-modals" });
  inner.srcdoc = page;
  frame.replaceChildren(
    make("p", {}, make("button", { type: "button", click: save }, "Save the report as one file")),
    inner,
  );
}

async function compareFiles() {
  complain(null);
  const files = dropped.filter(({ role }) => role === "system");
  const references = dropped.filter(({ role }) => role === "reference").map(({ lines }) => lines);
  if (!files.length || !references.length) {
    clear();
    return;
  }
  const odd = dropped.find(({ role, lines }) => role !== "leave out" && lines.length !== references[0].length);
  if (odd) {
    failUneven(odd.name, odd.lines, references[0]);
    return;
  }
  const names = namesOf(files);
  const score = ({ lines }, number) => {
    const referencesOf = (line) => references.map((text) => text[line]);
    const segments = lines.map((hypothesis, line) => ({ hypothesis, references: referencesOf(line) }));
    return ask("/score", { segments }, `total ${number}`);
  };
  const answers = await Promise.all(files.map(score));
  if (!answers.every(Boolean)) return;
  learnNumbers(answers[0]);
  totals = { names, statistics: answers.map(({ statistics }) => statistics) };
  await Promise.all([
    rescoreFiles(),
    showReport(Object.fromEntries(files.map(({ lines }, number) => [names[number], lines])), references),
  ]);
}

takeDrops(byId("drop"), takeFiles);
byId("choose").addEventListener("change", async (event) => {
  await takeFiles([...event.target.files]);
  event.target.value = "";
});
