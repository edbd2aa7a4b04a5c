// The first script of every page: it loads the page's own. Where a part does not come the page is loaded again as soon as the
// table answers, because nobody stands before a sign to do it.

const AGAIN_MS = 1000;

function again() {
  document.getElementById("app").textContent = "This page is not whole. It is loaded again.";
  setTimeout(() => fetch(location, { cache: "no-store" }).then((found) => (found.ok ? location.reload() : again()), again), AGAIN_MS);
}

if ([...document.querySelectorAll("link[rel=stylesheet]")].some((style) => !style.sheet)) again();
else import(document.currentScript.dataset.page).catch((error) => { console.error(error); again(); });
