// A new token is shown once, and not stored.
const box = document.getElementById("token");

document.getElementById("new-token")?.addEventListener("sent", (event) => {
  const code = box?.querySelector("code");
  if (!box || !code) return;
  event.preventDefault();
  code.textContent = /** @type {CustomEvent} */ (event).detail.token;
  box.hidden = false;
});
