// Light, dark, or as the system has it; a plain script, so that it runs before anything is drawn.
(() => {
  const root = document.documentElement;
  const names = ["system", "light", "dark"];
  /** @param {string} theme */
  const apply = (theme) => {
    if (theme === "system") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", theme);
  };
  const stored = () => localStorage.getItem("coindex theme") ?? "system";
  apply(stored());
  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    const tell = () => {
      button.textContent = { system: "◐", light: "☀", dark: "☾" }[stored()] ?? "◐";
      const label = button.dataset[stored()] ?? "";
      button.setAttribute("aria-label", label);
      button.title = label;
    };
    tell();
    button.addEventListener("click", () => {
      localStorage.setItem("coindex theme", names[(names.indexOf(stored()) + 1) % names.length]);
      apply(stored());
      tell();
    });
  });
})();
