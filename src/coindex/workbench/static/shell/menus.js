// Menus close by Escape, and by a click elsewhere.

const OPEN = "details.menu[open]";

/** @param {Element} menu */
const shut = (menu) => menu.removeAttribute("open");

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll(OPEN)) {
    const within = menu.contains(document.activeElement);
    shut(menu);
    if (within) menu.querySelector("summary")?.focus();
  }
});
document.addEventListener("pointerdown", (event) => {
  for (const menu of document.querySelectorAll(OPEN)) if (event.target instanceof Node && !menu.contains(event.target)) shut(menu);
});
