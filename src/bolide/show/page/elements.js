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

function svgRoot(width, height, label, ...children) {
  const attributes = { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label };
  return draw("svg", attributes, ...children);
}

function download(name, type, text) {
  const link = make("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A drawing on its own: what the page's style says of every element is written into it.
const STYLED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "opacity",
  "font",
  "direction",
];

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

// A panel with a title and a drawing that follows its width. `paint(width)` returns the drawing.
function figure(title, name, paint, ...extras) {
  const body = make("div", { class: "wide" });
  const save = make(
    "button",
    { type: "button", class: "quiet", title: "Download as SVG", click: () => saveSvg(body.querySelector("svg"), name) },
    "SVG",
  );
  const panel = make(
    "div",
    { class: "panel", id: `figure-${name}` },
    make("div", { class: "head" }, make("h3", {}, title), make("span", { class: "saves" }, save)),
    ...extras,
    body,
  );
  let width = 0;
  const repaint = () => {
    width = body.clientWidth;
    if (width) body.replaceChildren(paint(width));
  };
  new ResizeObserver(() => body.clientWidth !== width && repaint()).observe(body);
  panel.repaint = repaint;
  return panel;
}

function buttons(label, choices, chosen, choose) {
  const group = make("div", { class: "group", role: "group", "aria-label": label });
  const press = (wanted) => {
    for (const button of group.children)
      button.setAttribute("aria-pressed", String(button.dataset.value === String(wanted)));
  };
  for (const [value, text] of choices) {
    const click = () => {
      press(value);
      choose(value);
    };
    group.append(
      make("button", { type: "button", "data-value": value, "aria-pressed": String(value === chosen), click }, text),
    );
  }
  group.press = press;
  return group;
}

function dataTable(head, rows, names = 1) {
  const cell = (tag, value, place) => {
    const { text, kind } = typeof value === "object" && value !== null ? value : { text: value, kind: "" };
    return make(
      tag,
      {
        class: [place < names ? "name" : "", kind].join(" ").trim() || null,
        "data-label": tag === "td" && place ? head[place] : null,
        dir: place < names && tag === "td" ? "auto" : null,
      },
      String(text),
    );
  };
  const line = (tag, row) =>
    make(
      "tr",
      {},
      row.map((value, place) => cell(tag, value, place)),
    );
  return make(
    "table",
    { class: "stack" },
    make("thead", {}, line("th", head)),
    make(
      "tbody",
      {},
      rows.map((row) => line("td", row)),
    ),
  );
}

// Light or dark: as the system has it, until the button says otherwise.

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
