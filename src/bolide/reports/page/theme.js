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
