// The language of the pages: chosen in the header, remembered in a cookie.
const select = document.getElementById("interface");
const YEAR = 365 * 24 * 3600;

if (select instanceof HTMLSelectElement) {
  select.addEventListener("change", () => {
    document.cookie = `coindex_interface=${select.value}; path=/; max-age=${YEAR}; samesite=lax`;
    location.reload();
  });
}
