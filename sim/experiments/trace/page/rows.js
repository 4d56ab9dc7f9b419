// The pictures on canvases: the curve of all processors, and a row for each of them.

/** Returns the number of a colour in the memory of a canvas. */
function packed(colour) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const context = canvas.getContext("2d");
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
}

/** The colours of the page's scheme. */
class Colours {
  constructor() {
    const style = getComputedStyle(document.documentElement);
    const names = ["back", "text", "quiet", "line", "clock", ...USES, ...PHASES.slice(1)];
    this.byName = new Map(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.uses = USES.map((use) => packed(this.of(use)));
    this.phases = PHASES.map((phase) => (phase === "" ? 0 : packed(this.of(phase))));
  }

  of(name) {
    return this.byName.get(name);
  }
}

/** Makes the memory of a canvas as large as the canvas is on the screen. Returns true if that changed it. */
function fit(canvas, height) {
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
  const pixels = Math.max(1, Math.round(height * ratio));
  if (canvas.width === width && canvas.height === pixels) return false;
  canvas.style.height = `${height}px`;
  canvas.width = width;
  canvas.height = pixels;
  return true;
}

/** Returns the least round distance that is at least `least`, for the marks of an axis. */
function roundDistance(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= least);
}

const GUTTER = 30; // CSS pixels at the left of a picture, for numbers
const FONT = 11;

/** Draws a text in device pixels. */
function label(context, text, x, y, align, colour) {
  const ratio = window.devicePixelRatio || 1;
  context.font = `${FONT * ratio}px system-ui, "DejaVu Sans", sans-serif`;
  context.textAlign = align;
  context.textBaseline = "alphabetic";
  context.fillStyle = colour;
  context.fillText(text, x, y);
}

/** Draws the line of the clock, with an edge on both sides that is seen on any state. */
function clockLine(context, colours, x, top, bottom) {
  const width = Math.round(window.devicePixelRatio || 1);
  context.fillStyle = colours.of("back");
  context.fillRect(Math.round(x) - 2 * width, top, 5 * width, bottom - top);
  context.fillStyle = colours.of("clock");
  context.fillRect(Math.round(x) - width, top, 3 * width, bottom - top);
}

/** The curve of the number of processors that work, over the whole clock. */
class Overview {
  static height = 74;
  static top = 18; // CSS pixels above the curve, for the marks

  constructor(canvas, recording, clock) {
    Object.assign(this, { canvas, recording, clock });
    this.still = document.createElement("canvas");
  }

  x(time) {
    const gutter = GUTTER * (window.devicePixelRatio || 1);
    return gutter + (time / this.clock.end) * (this.canvas.width - gutter);
  }

  timeAt(clientX) {
    const box = this.canvas.getBoundingClientRect();
    return ((clientX - box.left - GUTTER) / (box.width - GUTTER)) * this.clock.end;
  }

  /** Draws what does not move. */
  paint(colours) {
    fit(this.canvas, Overview.height);
    this.colours = colours;
    this.still.width = this.canvas.width;
    this.still.height = this.canvas.height;
    const context = this.still.getContext("2d");
    const ratio = window.devicePixelRatio || 1;
    const top = Overview.top * ratio;
    const bottom = this.still.height - 2;
    this.paintCurve(context, top, bottom);
    label(context, String(this.recording.processors), (GUTTER - 5) * ratio, top + FONT * ratio - 2, "right", colours.of("quiet"));
    label(context, "0", (GUTTER - 5) * ratio, bottom, "right", colours.of("quiet"));
    context.strokeStyle = colours.of("line");
    context.strokeRect(GUTTER * ratio + 0.5, top + 0.5, this.x(this.recording.end) - GUTTER * ratio, bottom - top);
    this.paintMarks(context, top, bottom);
  }

  paintCurve(context, top, bottom) {
    const begin = Math.round(this.x(0));
    const width = Math.max(1, Math.round(this.x(this.recording.end)) - begin);
    const scale = ((bottom - top) * width) / this.recording.end / this.recording.processors;
    let before = this.recording.usesUntil(0);
    for (let column = 0; column < width; ++column) {
      const sums = this.recording.usesUntil(((column + 1) / width) * this.recording.end);
      let y = bottom;
      for (const use of [0, 1]) {
        const height = (sums[use] - before[use]) * scale;
        context.fillStyle = this.colours.of(USES[use]);
        context.fillRect(begin + column, y - height, 1, height);
        y -= height;
      }
      before = sums;
    }
  }

  /** Draws a dashed line for each mark, and its text where there is space. */
  paintMarks(context, top, bottom) {
    const ratio = window.devicePixelRatio || 1;
    let end = 0;
    for (const mark of this.recording.marks) {
      const x = this.x(mark.time);
      context.setLineDash([3 * ratio, 3 * ratio]);
      context.strokeStyle = this.colours.of("text");
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, bottom);
      context.stroke();
      context.setLineDash([]);
      const text = mark.text.split(":")[0];
      const width = text.length * 6.5 * ratio;
      if (x - width < end) continue;
      label(context, text, x, top - 5 * ratio, "right", this.colours.of("quiet"));
      end = x + 6 * ratio;
    }
  }

  draw() {
    const context = this.canvas.getContext("2d");
    const ratio = window.devicePixelRatio || 1;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.still, 0, 0);
    clockLine(context, this.colours, this.x(this.clock.time), Overview.top * ratio, this.canvas.height);
  }
}

/** A row for each processor, over the part of the time that is around the clock. */
class Rows {
  static axis = 18; // CSS pixels below the rows

  constructor(canvas, recording, clock) {
    Object.assign(this, { canvas, recording, clock });
    this.zoom = 10;
    this.chosen = 0;
    this.tiles = new Map();
    this.rowHeight = Math.min(22, Math.max(5, Math.floor(560 / recording.processors)));
  }

  /** Forgets what has been drawn, after a change of size, colours or zoom. */
  paint(colours) {
    this.colours = colours;
    this.tiles.clear();
    fit(this.canvas, this.rowHeight * this.recording.processors + Rows.axis);
    this.ratio = window.devicePixelRatio || 1;
    this.gutter = Math.round(GUTTER * this.ratio);
    this.width = Math.max(1, this.canvas.width - this.gutter);
    this.height = Math.round(this.rowHeight * this.ratio);
    this.perPixel = this.clock.end / this.zoom / this.width;
  }

  /** Returns the time at the left end of the rows. */
  get begin() {
    if (this.zoom === 1) return 0;
    return (Math.round(this.clock.time / this.perPixel) - Math.round(this.width / 2)) * this.perPixel;
  }

  /** Returns the processor and the time at a point of the screen, or null outside of the rows. */
  at(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    const rank = Math.floor((clientY - box.top) / this.rowHeight);
    const time = this.begin + ((clientX - box.left) * this.ratio - this.gutter) * this.perPixel;
    const inside = rank >= 0 && rank < this.recording.processors && time >= 0 && time < this.recording.timelines[rank].end;
    return inside && clientX - box.left >= GUTTER ? { rank, time } : null;
  }

  /** Returns the picture of the rows for the columns from `number` times the width on. */
  tile(number) {
    const known = this.tiles.get(number);
    if (known !== undefined) return known;
    const canvas = document.createElement("canvas");
    canvas.width = this.width;
    canvas.height = this.height * this.recording.processors;
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let rank = 0; rank < this.recording.processors; ++rank)
      this.paintRow(pixels, this.recording.timelines[rank], rank * this.height, number * this.width);
    context.putImageData(image, 0, 0);
    if (this.tiles.size > 6) this.tiles.delete(this.tiles.keys().next().value);
    this.tiles.set(number, canvas);
    return canvas;
  }

  /** Draws a processor's columns from column `first` on. In a column, the shares of its states are stacked. */
  paintRow(pixels, timeline, top, first) {
    const height = this.height - Math.max(1, Math.round(this.rowHeight > 6 ? this.ratio : 0));
    const begin = first * this.perPixel;
    if (begin >= timeline.end) return;
    const sums = [0, 0, 0, 0];
    let before = [0, 0, 0, 0];
    let cell = timeline.sumUntil(begin, before, timeline.cellAt(begin));
    for (let column = 0; column < this.width; ++column) {
      const time = Math.min(timeline.end, (first + column + 1) * this.perPixel);
      const cellBefore = cell;
      cell = timeline.sumUntil(time, sums, cell);
      this.paintColumn(pixels, column, top, height, sums, before);
      if (this.rowHeight >= 10) this.paintPhase(pixels, column, top + height, timeline, time, cellBefore, cell);
      before = sums.slice();
      if (time >= timeline.end) return;
    }
  }

  paintColumn(pixels, column, top, height, sums, before) {
    const whole = sums[0] + sums[1] + sums[2] + sums[3] - before[0] - before[1] - before[2] - before[3];
    if (whole <= 0) return;
    let y = top + height;
    let share = 0;
    for (let use = 0; use < USES.length; ++use) {
      share += (sums[use] - before[use]) / whole;
      const end = top + height - Math.round(share * height);
      if (use < USES.length - 1) {
        for (; y > end; --y) pixels[(y - 1) * this.width + column] = this.colours.uses[use];
        continue;
      }
      const period = 4 * Math.max(1, Math.round(this.ratio));
      for (; y > end; --y) {
        if ((column + y) % period < period / 2) pixels[(y - 1) * this.width + column] = this.colours.uses[use];
      }
    }
  }

  /** Draws a stripe at the foot of a row in the phase in which the processor spends most of a column. */
  paintPhase(pixels, column, bottom, timeline, time, first, last) {
    const begin = Math.max(timeline.begins[first], time - this.perPixel);
    const stripe = Math.max(2, Math.round(3 * this.ratio));
    for (let phase = 1; phase < PHASES.length; ++phase) {
      const spent = timeline.phaseUntil(phase, time, last) - timeline.phaseUntil(phase, begin, first);
      if (2 * spent <= time - begin) continue;
      for (let y = bottom - stripe; y < bottom; ++y) pixels[y * this.width + column] = this.colours.phases[phase];
    }
  }

  draw() {
    const context = this.canvas.getContext("2d");
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const first = Math.round(this.begin / this.perPixel);
    for (const number of [Math.floor(first / this.width), Math.floor(first / this.width) + 1]) {
      const x = number * this.width - first;
      if (number >= 0 && x < this.width) context.drawImage(this.tile(number), this.gutter + x, 0);
    }
    context.clearRect(0, 0, this.gutter, this.canvas.height);
    this.drawMarks(context);
    this.drawNumbers(context);
    this.drawAxis(context);
    this.drawClock(context);
  }

  x(time) {
    return this.gutter + Math.round((time - this.begin) / this.perPixel);
  }

  get bottom() {
    return this.height * this.recording.processors;
  }

  drawMarks(context) {
    context.strokeStyle = this.colours.of("text");
    context.setLineDash([3 * this.ratio, 3 * this.ratio]);
    for (const mark of this.recording.marks) {
      const x = this.x(mark.time) + 0.5;
      if (x < this.gutter || x > this.canvas.width) continue;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.bottom);
      context.stroke();
    }
    context.setLineDash([]);
  }

  drawNumbers(context) {
    const every = Math.ceil(14 / this.rowHeight);
    const middle = (rank) => (rank + 0.5) * this.height + (FONT * this.ratio) / 2 - this.ratio;
    for (let rank = 0; rank < this.recording.processors; rank += every) {
      if (rank !== this.chosen && Math.abs(rank - this.chosen) * this.rowHeight < 14) continue;
      label(context, String(rank), this.gutter - 5 * this.ratio, middle(rank), "right", this.colours.of("quiet"));
    }
    const y = Math.max(FONT * this.ratio, middle(this.chosen));
    label(context, `▸${this.chosen}`, this.gutter - 5 * this.ratio, y, "right", this.colours.of("text"));
    context.strokeStyle = this.colours.of("text");
    context.lineWidth = 2 * this.ratio;
    const edge = this.rowHeight < 8 ? Math.round(this.ratio) : 0; // outside of rows that it would hide
    context.strokeRect(this.gutter + 1, this.chosen * this.height - edge, this.width - 2, this.height + 2 * edge);
    context.lineWidth = 1;
  }

  drawAxis(context) {
    const length = this.width * this.perPixel;
    const distance = roundDistance(90 * this.ratio * this.perPixel);
    const digits = Math.max(0, -Math.floor(Math.log10(distance / 1e9) + 1e-9));
    const colour = this.colours.of("quiet");
    for (let mark = Math.ceil(Math.max(0, this.begin) / distance); mark * distance < this.begin + length; ++mark) {
      const time = mark * distance;
      if (time > this.clock.end) break;
      const x = this.x(time);
      context.fillStyle = colour;
      context.fillRect(x, this.bottom, 1, 4 * this.ratio);
      if (x > this.gutter + 16 * this.ratio && x < this.canvas.width - 24 * this.ratio)
        label(context, `${(time / 1e9).toFixed(digits)} s`, x, this.bottom + 15 * this.ratio, "center", colour);
    }
  }

  drawClock(context) {
    clockLine(context, this.colours, this.x(this.clock.time), 0, this.bottom + 4 * this.ratio);
  }
}
