/** Confidence levels: their words and tones. A tone is a colour of the style sheets. */

import { message } from "./messages.js";

/** @typedef {"good"|"fair"|"poor"|"mine"|"none"} Tone */

/** From the surest to the least sure. @type {{name: string, tone: Tone}[]} */
export const LEVELS = [
  { name: "very_high", tone: "good" },
  { name: "high", tone: "good" },
  { name: "mid", tone: "fair" },
  { name: "low", tone: "poor" },
  { name: "very_low", tone: "poor" },
];

/** Confidence from which a candidate counts as the answer; below it, it is only a suggestion. */
export const ANSWERED = 0.5;

/** The words of a level. @param {string|null} name */
export function levelLabel(name) {
  const level = LEVELS.find((one) => one.name === name);
  return message(`level.${level ? level.name : "none"}`);
}

/** The tone of a level. @param {string|null} name @returns {Tone} */
export function levelTone(name) {
  return LEVELS.find((level) => level.name === name)?.tone ?? "none";
}
