/** Starts the page: theme, session, and the view that the address names. */

import { connection, getSession, isReachable, onSessionEnd } from "./api.js";
import { fill, h, one } from "./dom.js";
import { icon } from "./icons.js";
import { message } from "./messages.js";
import { QueueView } from "./queue/view.js";
import { ReviewView } from "./review/view.js";
import { parseHash } from "./router.js";
import { keyInAddress, signInAgain, signInScreen } from "./session.js";
import { restoreTheme } from "./theme.js";
import { Uploads } from "./uploads.js";

const RECHECK_MS = 3000;
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
const banner = h("div", { class: "banner poor", role: "alert", hidden: true });
const stage = h("div", { class: "stage grow" });
/** @type {{show(route: import("./router.js").Route): boolean, close(): void}|null} */
let view = null;

/** @typedef {{session: any, uploads: Uploads, fields: any[]|null}} Context what views share */

async function start() {
  restoreTheme();
  one(document, ".skip").textContent = message("page.skip");
  const session = await currentSession();
  const context = { session, uploads: new Uploads(session.scope !== "read"), fields: null };
  onSessionEnd(signInAgain);
  fill(app, banner, stage, context.uploads.panel);
  addEventListener("hashchange", () => route(context));
  route(context);
}

async function currentSession() {
  const key = keyInAddress();
  for (;;) {
    try {
      const session = await getSession();
      if (session.signed_in && !key) return session;
      return await signInScreen(app, key);
    } catch {
      await untilReachable();
    }
  }
}

function route(context) {
  const wanted = parseHash(location.hash);
  if (view?.show(wanted)) return;
  view?.close();
  view = wanted.view === "document" ? new ReviewView(stage, context) : new QueueView(stage, context);
  view.show(wanted);
}

async function untilReachable() {
  fill(app, banner);
  showOffline();
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  banner.hidden = true;
}

function showOffline() {
  fill(banner, icon("warning"), message("page.offline"));
  banner.hidden = false;
}

connection.addEventListener("offline", async () => {
  showOffline();
  while (!(await isReachable())) await new Promise((resolve) => setTimeout(resolve, RECHECK_MS));
  banner.hidden = true;
  connection.dispatchEvent(new Event("online"));
});
connection.addEventListener("online", () => {
  banner.hidden = true;
});

start();
