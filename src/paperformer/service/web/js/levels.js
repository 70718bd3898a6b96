/** Confidence levels: their words and tones. A tone is a colour of the style sheets. */

/** @typedef {"good"|"fair"|"poor"|"mine"|"none"} Tone */

/** From the surest to the least sure. @type {{name: string, label: string, tone: Tone}[]} */
export const LEVELS = [
  { name: "very_high", label: "Very high", tone: "good" },
  { name: "high", label: "High", tone: "good" },
  { name: "mid", label: "Medium", tone: "fair" },
  { name: "low", label: "Low", tone: "poor" },
  { name: "very_low", label: "Very low", tone: "poor" },
];

/** Confidence from which a candidate counts as the answer; below it, it is only a suggestion. */
export const ANSWERED = 0.5;

/** The words of a level. @param {string|null} name */
export function levelLabel(name) {
  return LEVELS.find((level) => level.name === name)?.label ?? "None";
}

/** The tone of a level. @param {string|null} name @returns {Tone} */
export function levelTone(name) {
  return LEVELS.find((level) => level.name === name)?.tone ?? "none";
}
