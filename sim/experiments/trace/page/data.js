// The data of a search, as page_data.cpp writes them. Times are in nanoseconds since the start.

/** The uses of a processor's time, in the order of their numbers. */
const USES = ["useful", "wasted", "communication", "idle"];
/** The phases of an algorithm, in the order of their numbers. The first has no name. */
const PHASES = ["", "deferred", "helping", "ahead", "repeated"];
/** The ways in which a stretch below a node ends, in the order of their numbers. */
const ENDS = ["left", "the table knew the value", "cut-off", "all sons searched", "evaluated", "not visited here"];
const NOT_VISITED = 5;
/** The number of a cell that has several states. */
const MIXED = USES.length * PHASES.length;

/** Whole numbers from the text of a NumberColumn (number_column.hpp). */
class Numbers {
  constructor(text) {
    this.bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    this.place = 0;
  }

  get atEnd() {
    return this.place >= this.bytes.length;
  }

  next() {
    let number = 0;
    let factor = 1;
    let byte;
    do {
      byte = this.bytes[this.place++];
      number += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return number;
  }

  nextSigned() {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
}

/** Returns the index of the last of `count` ascending numbers that is at most `limit`, or -1. */
function lastAtMost(numbers, count, limit) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The states of one processor: cells without gaps, from 0 on. */
class Timeline {
  /** `unit`: that of the times in the text. */
  constructor(text, unit) {
    const numbers = new Numbers(text);
    const begins = [];
    this.parts = []; // by cell: pairs of a state and its time
    let time = 0;
    while (!numbers.atEnd) {
      const length = numbers.next();
      begins.push(time * unit);
      const state = numbers.next();
      this.parts.push(state === MIXED ? Timeline.readParts(numbers, unit) : [[state, length * unit]]);
      time += length;
    }
    this.count = begins.length;
    this.end = time * unit;
    this.begins = Float64Array.from([...begins, this.end]);
    this.sumUp();
  }

  static readParts(numbers, unit) {
    const parts = [];
    for (let left = numbers.next(); left > 0; --left) parts.push([numbers.next(), numbers.next() * unit]);
    return parts;
  }

  /** Sums the time before each cell: by use, and by phase without idle time. */
  sumUp() {
    this.uses = USES.map(() => new Float64Array(this.count + 1));
    this.phases = PHASES.map(() => new Float64Array(this.count + 1));
    for (let cell = 0; cell < this.count; ++cell) {
      for (const sums of [...this.uses, ...this.phases]) sums[cell + 1] = sums[cell];
      for (const [state, time] of this.parts[cell]) {
        const use = state % USES.length;
        this.uses[use][cell + 1] += time;
        if (USES[use] !== "idle") this.phases[Math.floor(state / USES.length)][cell + 1] += time;
      }
    }
  }

  /** Returns the index of the cell at a time, or -1 after the end. */
  cellAt(time) {
    return time >= this.end ? -1 : lastAtMost(this.begins, this.count, time);
  }

  /** Writes the time by use up to `time` into `sums`. `cell`: the cell at that time, or one before. */
  sumUntil(time, sums, cell = 0) {
    if (time >= this.end) cell = this.count;
    else while (this.begins[cell + 1] <= time) ++cell;
    const share = this.shareOf(cell, time);
    for (let use = 0; use < USES.length; ++use) sums[use] = Timeline.between(this.uses[use], cell, share);
    return cell;
  }

  /** Returns the time in a phase up to `time`, which is in `cell`. */
  phaseUntil(phase, time, cell) {
    return Timeline.between(this.phases[phase], cell, this.shareOf(cell, time));
  }

  shareOf(cell, time) {
    return cell === this.count ? 0 : (time - this.begins[cell]) / (this.begins[cell + 1] - this.begins[cell]);
  }

  static between(sums, cell, share) {
    return share === 0 ? sums[cell] : sums[cell] + share * (sums[cell + 1] - sums[cell]);
  }

  /** Returns the time by use up to a time. */
  usesUntil(time) {
    const sums = [0, 0, 0, 0];
    this.sumUntil(time, sums, Math.max(0, this.cellAt(time)));
    return sums;
  }

  /** Returns the state at a time, with the largest share of its cell, or -1 after the end. */
  stateAt(time) {
    const cell = this.cellAt(time);
    if (cell < 0) return -1;
    return this.parts[cell].reduce((one, other) => (other[1] > one[1] ? other : one))[0];
  }
}

/** The stretches that one processor spent below nodes near the root, in the order of their beginnings. */
class Stretches {
  constructor(text, values, unit) {
    const numbers = new Numbers(text);
    this.all = [];
    let begin = 0;
    let node = 0;
    while (!numbers.atEnd) {
      begin += numbers.next() * unit;
      const end = begin + numbers.next() * unit;
      node += numbers.nextSigned();
      this.all.push(Stretches.readSearch(numbers, { begin, end, node }, values));
    }
    this.begins = Float64Array.from(this.all, (stretch) => stretch.begin);
    this.findOuter();
  }

  static readSearch(numbers, stretch, values) {
    const flags = numbers.next();
    stretch.how = flags % 8;
    stretch.job = (flags & 8) !== 0;
    stretch.ply = (flags & 16) !== 0 ? numbers.next() : null; // null: that of the node
    if (stretch.how !== NOT_VISITED) {
      stretch.depth = numbers.nextSigned();
      stretch.alpha = values[numbers.next()];
      stretch.beta = values[numbers.next()];
      stretch.isNull = numbers.next() === 1;
    }
    return stretch;
  }

  /** Sets `outer`, the index of the stretch that is around each stretch, or -1. */
  findOuter() {
    const open = [];
    this.all.forEach((stretch, index) => {
      while (open.length > 0 && this.all[open[open.length - 1]].end <= stretch.begin) open.pop();
      stretch.outer = open.length > 0 ? open[open.length - 1] : -1;
      open.push(index);
    });
  }

  /** Returns the innermost stretch at a time, or null. */
  at(time) {
    let index = lastAtMost(this.begins, this.all.length, time);
    while (index >= 0 && this.all[index].end <= time) index = this.all[index].outer;
    return index < 0 ? null : this.all[index];
  }

  /** Returns the next beginning of a stretch after a time, or with `back` the last one before; or null. */
  beginAfter(time, back) {
    const index = back ? lastAtMost(this.begins, this.all.length, time - 1)
                       : lastAtMost(this.begins, this.all.length, time) + 1;
    return index < 0 || index >= this.all.length ? null : this.all[index].begin;
  }
}

/** The top of the tree: the nodes on the lines of play, from the root, which is node 0. */
class TopOfTree {
  constructor(data) {
    const fathers = new Numbers(data.fathers);
    const moves = new Numbers(data.node_moves);
    this.father = [-1];
    this.move = [""];
    this.ply = [0];
    while (!fathers.atEnd) {
      const father = this.father.length - fathers.next();
      this.father.push(father);
      this.move.push(data.moves[moves.next()]);
      this.ply.push(this.ply[father] + 1);
    }
    this.findOrder();
  }

  /** Numbers the nodes by lines of play, brothers in the order in which they were first searched. */
  findOrder() {
    const sons = this.father.map(() => []);
    for (let node = 1; node < this.father.length; ++node) sons[this.father[node]].push(node);
    this.order = new Int32Array(this.father.length);
    const stack = [0];
    for (let place = 0; stack.length > 0; ++place) {
      const node = stack.pop();
      this.order[node] = place;
      stack.push(...sons[node].reverse());
    }
  }

  /** Returns the node of ply `ply` above a node, or the node itself if it is above that. */
  ancestor(node, ply) {
    while (this.ply[node] > ply) node = this.father[node];
    return node;
  }

  /** Returns the moves from the root to a node. */
  line(node) {
    const moves = [];
    for (; node > 0; node = this.father[node]) moves.unshift(this.move[node]);
    return moves;
  }
}

/** A recorded search. */
class Recording {
  constructor(data) {
    Object.assign(this, {
      title: data.title,
      algorithm: data.algorithm,
      tellsWaste: data.tells_waste,
      totals: data.totals,
      omissions: data.omissions,
      plies: data.plies,
      unit: data.value_unit,
      marks: data.marks.map(([time, text]) => ({ time, text })),
    });
    this.timelines = data.states.map((text) => new Timeline(text, data.time_unit));
    this.end = Math.max(...this.timelines.map((timeline) => timeline.end));
    this.stretches = data.searches.map((text) => new Stretches(text, data.values, data.time_unit));
    this.tree = new TopOfTree(data);
  }

  get processors() {
    return this.timelines.length;
  }

  /** True if what the processors searched is known. Searches on real cores record only states. */
  get knowsSearches() {
    return this.stretches.some((own) => own.all.length > 0);
  }

  /** Returns the time by use up to a time, over all processors. */
  usesUntil(time) {
    const all = [0, 0, 0, 0];
    for (const timeline of this.timelines)
      timeline.usesUntil(time).forEach((sum, use) => { all[use] += sum; });
    return all;
  }

  /** Returns the numbers of the phases in which any processor ever is. */
  phasesUsed() {
    return PHASES.map((_, phase) => phase).filter(
      (phase) => phase > 0 && this.timelines.some((timeline) => timeline.phases[phase][timeline.count] > 0));
  }
}
