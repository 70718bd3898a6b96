/** Light and dark: as the system says, until a person chooses. */

const KEY = "paperformer.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light"|"dark"} */
export function currentTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

/** Take the theme that was chosen on an earlier visit. */
export function restoreTheme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen) document.documentElement.dataset.theme = chosen;
}

export function toggleTheme() {
  const theme = currentTheme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(KEY, theme);
  return theme;
}
