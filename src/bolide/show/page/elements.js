// Building elements: text only ever becomes text, never markup.

const SVG_SPACE = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const draw = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG_SPACE, tag), attributes, children);
const byId = (id) => document.getElementById(id);
const write = (text, x, y, anchor, kind, style) =>
  draw("text", { class: kind, x, y, "text-anchor": anchor, style }, text);
const box = (x, y, width, height, attributes) => draw("rect", { x, y, width, height, ...attributes });
const note = (text) => make("p", { class: "note" }, text);
const quietButton = (text, click, attributes) =>
  make("button", { type: "button", class: "quiet", click, ...attributes }, text);

function svgRoot(width, height, label, ...children) {
  const attributes = { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label };
  return draw("svg", attributes, ...children);
}

// Calls a function once there were no further calls for a moment.
function later(wait, work) {
  let waiting = 0;
  return () => {
    clearTimeout(waiting);
    waiting = setTimeout(work, wait);
  };
}

function download(name, type, text) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Saves a drawing as a separate file: the page's style is written into every element.
const STYLED = "fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray opacity font direction".split(
  " ",
);

function saveSvg(svg, name) {
  const copy = svg.cloneNode(true);
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((node, place) => {
    const style = getComputedStyle(originals[place]);
    node.setAttribute("style", STYLED.map((part) => `${part}:${style.getPropertyValue(part)}`).join(";"));
    node.removeAttribute("class");
    node.removeAttribute("tabindex");
  });
  copy.setAttribute("xmlns", SVG_SPACE);
  download(`${name}.svg`, "image/svg+xml", new XMLSerializer().serializeToString(copy));
}

function saveTable(name, rows) {
  const clean = (cell) => String(cell ?? "").replace(/[\t\r\n]+/g, " ");
  download(`${name}.tsv`, "text/tab-separated-values", rows.map((row) => row.map(clean).join("\t") + "\n").join(""));
}

const tableButton = (name, rows) => quietButton("TSV", () => saveTable(name, rows()));
const headed = (title, ...beside) => make("div", { class: "head" }, make("h3", {}, title), ...beside);
const panel = (attributes, ...children) => make("div", { class: "panel", ...attributes }, ...children);
const legend = (attributes, ...items) => make("div", { class: "legend", ...attributes }, ...items);
const controls = (...children) => make("div", { class: "controls" }, ...children);
const wide = (...children) => make("div", { class: "wide" }, ...children);

// A panel with a title and a drawing that follows its width. `paint(width)` returns the drawing.
function figure(title, name, paint, saves = null, ...extras) {
  const body = wide();
  const save = quietButton("SVG", () => saveSvg(body.querySelector("svg"), name), { title: "Download as SVG" });
  const beside = make("span", { class: "saves" }, save, saves);
  const found = panel({ id: `figure-${name}` }, headed(title, beside), ...extras, body);
  let width = 0;
  found.repaint = () => {
    width = body.clientWidth;
    if (width) body.replaceChildren(paint(width));
  };
  new ResizeObserver(() => body.clientWidth !== width && found.repaint()).observe(body);
  return found;
}

// Buttons or a menu to make one of several choices, given as texts by value.
function buttons(label, choices, chosen, choose) {
  const all = Object.entries(choices).map(([value, text]) => {
    const click = () => {
      for (const button of all) button.setAttribute("aria-pressed", String(button.dataset.value === value));
      choose(value);
    };
    const attributes = { type: "button", "data-value": value, "aria-pressed": String(value === chosen), click };
    return make("button", attributes, text);
  });
  return make("div", { class: "group", role: "group", "aria-label": label }, all);
}

function menu(attributes, choices, chosen, choose) {
  const option = ([value, text]) => make("option", { value, selected: value === chosen }, text);
  const change = (event) => choose(event.target.value);
  return make("select", { ...attributes, change }, Object.entries(choices).map(option));
}

function checkbox(attributes, text, choose) {
  const change = (event) => choose(event.target.checked);
  return make("label", {}, make("input", { type: "checkbox", ...attributes, change }), text);
}

const VIEWS = { matrix: "Grid", ribbon: "Ribbons" };
const firstView = () => (innerWidth > 800 ? "matrix" : "ribbon");

// A cell is a text, an element, or a text with a kind and a title. The first `names` columns are names.
function dataTable(head, rows, names = 1, layout = "stack") {
  const line = (tag, row) => {
    const cells = row.map((value, place) => {
      const { text = value, kind = "", title } = value instanceof Object ? value : {};
      const attributes = {
        class: [place < names ? "name" : "", kind].join(" ").trim() || null,
        "data-label": tag === "td" && place ? (head[place].text ?? head[place]) : null,
        dir: place < names && tag === "td" ? "auto" : null,
        title,
      };
      return make(tag, attributes, text);
    });
    return make("tr", {}, cells);
  };
  const body = rows.map((row) => line("td", row));
  return make("table", { class: layout }, make("thead", {}, line("th", head)), make("tbody", {}, body));
}

// Light or dark: follows the system until the button is used.
let whenThemed = () => {};

function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  whenThemed();
}

const night = matchMedia("(prefers-color-scheme: dark)");
chooseTheme(night.matches ? "dark" : "light");
night.addEventListener("change", (event) => chooseTheme(event.matches ? "dark" : "light"));
byId("theme").addEventListener("click", () =>
  chooseTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
);
