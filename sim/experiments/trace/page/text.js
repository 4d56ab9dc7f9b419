// The words for what a processor does at a time.

const USE_WORDS = { useful: "useful work", wasted: "wasted work", communication: "communication", idle: "idle" };
const PHASE_WORDS = {
  deferred: "deferred search", helping: "helping", ahead: "searching ahead", repeated: "repeated search",
};

/** Returns the words for a use. Work is not called useful if it is not told from wasted work. */
function useWords(recording, use) {
  return use === "useful" && !recording.tellsWaste ? "work" : USE_WORDS[use];
}

/** The number of digits after the point of a time, which is in seconds. */
const shownTimes = { digits: 6 };

/** Returns a time as text, with its unit. */
function timeText(time) {
  return `${(time / 1e9).toFixed(shownTimes.digits)} s`;
}

/** Returns a length of time as text, in a unit that suits it. */
function lengthText(time) {
  if (time < 1e3) return `${Math.round(time)} ns`;
  if (time < 1e6) return `${(time / 1e3).toPrecision(3)} µs`;
  if (time < 1e9) return `${(time / 1e6).toPrecision(3)} ms`;
  return `${(time / 1e9).toPrecision(3)} s`;
}

/** Returns a share as text. The blank in it does not break. */
function percentText(part, whole, digits = 1) {
  return `${(whole > 0 ? (100 * part) / whole : 0).toFixed(digits)}\u00a0%`;
}

/** Returns the shares of a cell's states as text, the largest first. */
function sharesText(recording, parts) {
  const whole = parts.reduce((sum, [, time]) => sum + time, 0);
  const byUse = USES.map((use, number) => [
    useWords(recording, use),
    parts.filter(([state]) => state % USES.length === number).reduce((sum, [, time]) => sum + time, 0),
  ]);
  return byUse.filter(([, time]) => time > 0).sort((one, other) => other[1] - one[1])
    .map(([words, time]) => `${words} ${percentText(time, whole, 0)}`).join(", ");
}

/** Returns the words on a processor's state at a time. */
function stateText(recording, rank, time) {
  const timeline = recording.timelines[rank];
  const cell = timeline.cellAt(time);
  if (cell < 0) return recording.marks.some((mark) => mark.text === `processor ${rank} fails`) ? "has failed" : "has finished";
  const parts = timeline.parts[cell];
  const phases = [...new Set(parts.map(([state]) => Math.floor(state / USES.length)))].filter((phase) => phase > 0);
  const during = phases.map((phase) => `, ${PHASE_WORDS[PHASES[phase]]}`).join("");
  if (parts.length > 1)
    return `${sharesText(recording, parts)}${during}; merged over ${lengthText(timeline.begins[cell + 1] - timeline.begins[cell])}`;
  return `${useWords(recording, USES[parts[0][0] % USES.length])}${during}`;
}

/** Returns the line of play of a stretch as text. */
function lineText(recording, stretch) {
  const moves = recording.tree.line(stretch.node).join(" ");
  return stretch.ply === null ? moves : `${moves} … (ply ${stretch.ply})`;
}

function windowText(recording, stretch) {
  const hasUnit = (value) => recording.unit !== "" && /^-?[0-9.]+$/.test(value); // not: mate, ∞
  const withUnit = (value) => `${value.replace(/^-/, "−")}${hasUnit(value) ? ` ${recording.unit}` : ""}`;
  const alpha = hasUnit(stretch.alpha) && hasUnit(stretch.beta) ? stretch.alpha.replace(/^-/, "−") : withUnit(stretch.alpha);
  return `${stretch.isNull ? "null window " : ""}${alpha} to ${withUnit(stretch.beta)}`;
}

/** Returns what a search did with its processor's time so far and in the end, as pairs of a term and a text. */
function stretchFacts(recording, rank, stretch) {
  const timeline = recording.timelines[rank];
  const before = timeline.usesUntil(stretch.begin);
  const own = timeline.usesUntil(stretch.end).map((sum, use) => sum - before[use]);
  const length = stretch.end - stretch.begin;
  const facts = [["Line of play", lineText(recording, stretch)]];
  if (stretch.how !== NOT_VISITED) {
    facts.push(["Search", `depth ${stretch.depth}${stretch.job ? ", given by another processor" : ""}`]);
    facts.push(["Window", windowText(recording, stretch)]);
  }
  facts.push(["Since", `${timeText(stretch.begin)}, for ${lengthText(length)}`]);
  facts.push(["Ends", stretch.how === NOT_VISITED ? "visited by another processor" : ENDS[stretch.how]]);
  facts.push(["Its time", USES.map((use, number) => [useWords(recording, use), own[number]])
    .filter(([, time]) => time > 0).map(([words, time]) => `${words} ${percentText(time, length)}`).join(", ")]);
  return facts;
}

/** Returns what a processor does at a time, as pairs of a term and a text. */
function factsAt(recording, rank, time) {
  const facts = [["At", timeText(time)], ["State", stateText(recording, rank, time)]];
  if (!recording.knowsSearches) return facts;
  const stretch = recording.stretches[rank].at(time);
  if (stretch === null) {
    const state = recording.timelines[rank].stateAt(time);
    return [...facts, ["Line of play", state < 0 || USES[state % USES.length] === "idle" ? "none, without work" : "at the root"]];
  }
  return [...facts, ...stretchFacts(recording, rank, stretch)];
}
