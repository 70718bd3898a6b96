/** Pictures: 16 x 16 line icons, the bars of a confidence level, the pictures of empty states. */

import { svg } from "./dom.js";
import { LEVELS } from "./levels.js";

/** @type {Record<string, string>} */
const PATHS = {
  back: "M9.500 3.500 5 8l4.500 4.500",
  forward: "M6.500 3.500 11 8l-4.500 4.500",
  up: "M3.500 10 8 5.500l4.500 4.500",
  down: "M3.500 6 8 10.500 12.500 6",
  upload: "M8 10.500v-8M4.800 5.500 8 2.300l3.200 3.200M2.500 10.500v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2",
  download: "M8 2.500v8M4.800 7.300 8 10.500l3.200-3.200M2.500 11v1.500a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1V11",
  sun: "M8 5.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600M8 1.500v1.200M8 13.300v1.200M1.500 8h1.200M13.300 8h1.200M3.400 3.400l.9.9M11.700 11.700l.9.9M3.400 12.600l.9-.9M11.700 4.300l.9-.9",
  moon: "M13.300 9.600A5.600 5.600 0 0 1 6.400 2.700a5.600 5.600 0 1 0 6.900 6.900z",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9M10.300 10.300l3.200 3.200",
  check: "M3 8.500 6.300 11.800 13 4.700",
  cross: "M4 4l8 8M12 4l-8 8",
  plus: "M8 3.200v9.600M3.200 8h9.600",
  minus: "M3.200 8h9.600",
  rotate: "M13 8a5 5 0 1 1-1.600-3.700M13 2.300v2.500h-2.500",
  width: "M2.500 3v10M13.500 3v10M5 8h6M6.700 6.200 5 8l1.700 1.800M9.300 6.200 11 8l-1.700 1.800",
  help: "M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800M6.300 6.300a1.800 1.800 0 1 1 2.500 1.700c-.5.300-.8.600-.8 1.200M8 11.400v.1",
  more: "M3.200 8h.6M7.700 8h.6M12.200 8h.6",
  trash:
    "M2.800 4.300h10.400M6.200 4.300V2.800h3.600v1.500M4.200 4.300l.6 9h6.400l.6-9M6.700 7v3.700M9.300 7v3.700",
  warning: "M8 2.300 14.200 13H1.800zM8 6.500v3M8 11.300v.1",
  undo: "M5.500 3 2.500 6l3 3M2.800 6h6.400a4 4 0 0 1 0 8H6.500",
  file: "M4 1.800h5l3.200 3.200v9.200H4zM9 1.800V5h3.200",
  table: "M2.300 3.300h11.400v9.400H2.300zM2.300 6.500h11.400M6.300 6.500v6.200",
  pointer: "M3 2.800l3.800 10 1.700-4.300 4.300-1.700z",
  user: "M8 2.300a2.700 2.700 0 1 0 0 5.400 2.700 2.700 0 0 0 0-5.400M2.800 13.700a5.200 5.200 0 0 1 10.400 0",
  exit: "M6.500 2.500h-3a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1h3M10.500 5l3 3-3 3M13.300 8H6.500",
  pen: "M10.800 2.700l2.500 2.500L5.500 13l-3.200.700.700-3.200z",
  clock: "M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800M8 4.600V8l2.300 1.600",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  bulb: "M6 13.700h4M8 1.800a4.300 4.300 0 0 0-2.300 7.900c.4.300.600.8.600 1.300h3.400c0-.5.200-1 .6-1.300A4.300 4.300 0 0 0 8 1.800z",
  split: "M3 2.500h10v4H3zM3 9.500h10v4H3zM1 8h2M5 8h2M9 8h2M13 8h2",
  join: "M3 2.500h10v4H3zM3 9.500h10v4H3zM8 6.500v3",
  globe:
    "M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800M1.800 8h12.400M8 1.800c-4 3.600-4 8.800 0 12.400M8 1.800c4 3.600 4 8.800 0 12.400",
  lock: "M3.500 7.200h9v6.300h-9zM5.500 7.200V5a2.500 2.500 0 0 1 5 0v2.200",
  absent: "M8 1.800a6.200 6.200 0 1 0 0 12.400A6.200 6.200 0 0 0 8 1.800M3.700 3.700l8.600 8.600",
};

/** @type {Record<string, string>} */
const PICTURES = {
  inbox:
    "M18 14h40l14 34v22a4 4 0 0 1-4 4H12a4 4 0 0 1-4-4V48zM8 48h20c0 7 4 12 12 12s12-5 12-12h20M38 22v14M32 30l6 6 6-6",
  done: "M40 12a30 30 0 1 0 0 60 30 30 0 0 0 0-60M27 43l9 9 18-20",
  broken: "M22 10h26l14 14v16l-8 6-8-6-8 6-8-6-8 4zM22 52l8-4 8 6 8-6 8 6 8-6v26H22zM48 10v14h14",
  lost: "M14 50a16 16 0 0 1 4-31 20 20 0 0 1 38 4 14 14 0 0 1 8 25M30 58l20 20M50 58 30 78",
};

/** An icon, hidden from screen readers. @param {string} name */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] }),
  );
}

/** A picture for an empty state. @param {string} name */
export function picture(name) {
  return svg(
    "svg",
    { class: "picture", viewBox: "0 0 80 84", "aria-hidden": "true" },
    svg("path", { d: PICTURES[name] }),
  );
}

/** Five bars, of which as many are full as the level is high. @param {string|null} level */
export function levelBars(level) {
  const full = LEVELS.length - LEVELS.findIndex((one) => one.name === level);
  const bars = LEVELS.map((_, index) =>
    svg("rect", {
      x: index * 3.3,
      y: 9 - index * 2.2,
      width: 2.3,
      height: 3 + index * 2.2,
      rx: 0.6,
      class: level !== null && index < full ? "on" : "off",
    }),
  );
  return svg("svg", { viewBox: "0 0 16 12", "aria-hidden": "true" }, ...bars);
}
