/** Short messages: toasts that people see, announcements that screen readers say. */

import { ApiError } from "./api.js";
import { h } from "./dom.js";

const SECONDS = 6;

/**
 * Show a message for some seconds.
 * @param {string} text
 * @param {{tone?: "poor", seconds?: number, action?: {label: string, run: () => void}}} [options]
 */
export function toast(text, options = {}) {
  const host = document.getElementById("toasts");
  if (!host) return;
  const { action } = options;
  const node = h("div", { class: `toast ${options.tone ?? ""}` }, h("span", {}, text));
  const close = () => node.remove();
  if (action) {
    node.append(
      h(
        "button",
        {
          type: "button",
          on: {
            click: () => {
              close();
              action.run();
            },
          },
        },
        action.label,
      ),
    );
  }
  host.replaceChildren(node);
  setTimeout(close, (options.seconds ?? SECONDS) * 1000);
}

/** Let screen readers say something. @param {string} text */
export function announce(text) {
  const host = document.getElementById("announcer");
  if (host) host.textContent = text;
}

/** Do something, and show what the service has against it. @param {() => Promise<void>} act */
export async function telling(act) {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, { tone: "poor" });
  }
}
