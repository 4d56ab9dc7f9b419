// The top of the tree: the lines of play that the processors are on.

const SVG = "http://www.w3.org/2000/svg";

/** Elements of one kind that are used again for each picture. */
class Pool {
  constructor(parent, make) {
    Object.assign(this, { parent, make, all: [], used: 0 });
  }

  begin() {
    this.used = 0;
  }

  take() {
    if (this.used === this.all.length) {
      this.all.push(this.make());
      this.parent.append(this.all[this.used]);
    }
    const element = this.all[this.used++];
    element.removeAttribute("display");
    return element;
  }

  /** Hides what has not been taken. */
  end() {
    for (const element of this.all.slice(this.used)) element.setAttribute("display", "none");
  }
}

function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  setAttributes(element, attributes);
  return element;
}

function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
  }
}

/** A line of play, and the processors on it. */
function linesAt(recording, time, plies) {
  const lines = new Map();
  const resting = [];
  for (let rank = 0; rank < recording.processors; ++rank) {
    const stretch = recording.stretches[rank].at(time);
    const state = recording.timelines[rank].stateAt(time);
    if (stretch === null && (state < 0 || USES[state % USES.length] === "idle")) {
      resting.push(rank);
      continue;
    }
    const node = stretch === null ? 0 : recording.tree.ancestor(stretch.node, plies);
    if (!lines.has(node)) lines.set(node, []);
    lines.get(node).push(rank);
  }
  const order = recording.tree.order;
  return { lines: [...lines].sort(([one], [other]) => order[one] - order[other]), resting };
}

class TreeView {
  static slot = 19; // pixels from line to line
  static mostLines = 24;
  static chip = 23; // pixels from chip to chip

  constructor(svg, recording) {
    Object.assign(this, { svg, recording });
    this.plies = Math.min(recording.plies, recording.processors <= 16 ? 3 : recording.processors <= 48 ? 2 : 1);
    this.chosen = 0;
    this.slots = Math.min(TreeView.mostLines, recording.processors + 1);
    this.longest = recording.tree.move.reduce((most, move) => Math.max(most, move.length), 4);
    this.edges = new Pool(this.layer(), () => svgElement("path", { class: "edge" }));
    this.labels = new Pool(this.layer(), () => svgElement("text", {}));
    this.chips = new Pool(this.layer(), TreeView.makeChip);
    setAttributes(svg, { height: this.slots * TreeView.slot + 8 });
    svg.style.height = `${this.slots * TreeView.slot + 8}px`;
  }

  layer() {
    const group = svgElement("g", {});
    this.svg.append(group);
    return group;
  }

  static makeChip() {
    const chip = svgElement("g", { class: "chip" });
    chip.append(svgElement("rect", { x: 0, y: -8, width: 20, height: 16, rx: 3 }),
                svgElement("text", { x: 10, y: 4 }));
    return chip;
  }

  /** Chooses the lines for which there is space. Among them is that of the chosen processor. */
  shown(lines) {
    if (lines.length <= this.slots) return lines;
    const most = lines.slice(0, this.slots - 1);
    const own = lines.find(([, ranks]) => ranks.includes(this.chosen));
    if (own !== undefined && !most.includes(own)) most[most.length - 1] = own;
    return most;
  }

  /** Shows the lines at a time. Returns the processors that have no work. */
  draw(time) {
    const { lines, resting } = linesAt(this.recording, time, this.plies);
    const shown = this.shown(lines);
    const columns = this.plies + 1;
    this.column = Math.max(7.5 * this.longest + 16, Math.min(96, (0.6 * this.svg.clientWidth) / columns));
    for (const pool of [this.edges, this.labels, this.chips]) pool.begin();
    const nodes = this.place(shown);
    for (const [node, placed] of nodes) this.drawNode(node, placed, nodes);
    shown.forEach(([node, ranks], slot) => this.drawChips(node, ranks, slot, time));
    if (shown.length < lines.length) {
      const left = lines.length - shown.length;
      this.text(8, this.y(shown.length), `${left} more ${left === 1 ? "line" : "lines"}`, "more");
    }
    for (const pool of [this.edges, this.labels, this.chips]) pool.end();
    this.svg.setAttribute("aria-label", TreeView.words(this.recording, lines));
    return resting;
  }

  static words(recording, lines) {
    const searched = lines.map(([node]) => recording.tree.line(node).join(" ") || "the root");
    return `The top of the tree: processors search ${searched.slice(0, 8).join("; ")}${searched.length > 8 ? "; …" : "."}`;
  }

  y(slot) {
    return 13 + slot * TreeView.slot;
  }

  x(node) {
    return 8 + this.recording.tree.ply[node] * this.column;
  }

  /** Returns the place of each node on the lines: that of the first line, and its processors. */
  place(lines) {
    const nodes = new Map();
    lines.forEach(([last, ranks], slot) => {
      for (let node = last; node >= 0; node = this.recording.tree.father[node]) {
        if (!nodes.has(node)) nodes.set(node, { y: this.y(slot), processors: 0, chosen: false });
        const placed = nodes.get(node);
        placed.processors += ranks.length;
        placed.chosen = placed.chosen || ranks.includes(this.chosen);
      }
    });
    return nodes;
  }

  moveText(node) {
    return node === 0 ? "root" : this.recording.tree.move[node];
  }

  textEnd(node) {
    return this.x(node) + 7.2 * this.moveText(node).length + 3;
  }

  drawNode(node, placed, nodes) {
    this.text(this.x(node), placed.y + 4, this.moveText(node), placed.chosen ? "chosen" : "");
    if (node === 0) return;
    const father = this.recording.tree.father[node];
    const above = nodes.get(father);
    const end = this.x(node) - 3;
    const trunk = this.x(father) + 8;
    const path = above.y === placed.y
      ? `M${this.textEnd(father)} ${placed.y}H${end}`
      : `M${trunk} ${above.y + 8}V${placed.y - 6}Q${trunk} ${placed.y} ${trunk + 6} ${placed.y}H${end}`;
    setAttributes(this.edges.take(), {
      d: path,
      class: placed.chosen ? "edge chosen-edge" : "edge",
      "stroke-width": (1 + 0.8 * Math.log2(placed.processors)).toFixed(1),
      "stroke-dasharray": "none",
    });
  }

  text(x, y, words, kind) {
    const text = this.labels.take();
    setAttributes(text, { x, y, class: kind, "font-weight": kind === "chosen" ? 700 : 400 });
    if (text.textContent !== words) text.textContent = words;
  }

  drawChips(node, ranks, slot, time) {
    const begin = 8 + this.column * (this.plies + 1);
    const y = this.y(slot);
    setAttributes(this.edges.take(), {
      d: `M${this.textEnd(node)} ${y}H${begin - 4}`, class: "edge", "stroke-width": 1, "stroke-dasharray": "1 4",
    });
    const room = Math.max(1, Math.floor((this.svg.clientWidth - begin - 4) / TreeView.chip));
    const fits = ranks.length <= room ? ranks.length : room - 1;
    ranks.slice(0, fits).forEach((rank, place) => this.drawChip(rank, begin + place * TreeView.chip, y, time));
    if (fits < ranks.length)
      this.text(begin + fits * TreeView.chip, y + 4, `+${ranks.length - fits}`, "more");
  }

  drawChip(rank, x, y, time) {
    const state = this.recording.timelines[rank].stateAt(time);
    const use = state < 0 ? "idle" : USES[state % USES.length];
    const chip = this.chips.take();
    setAttributes(chip, {
      transform: `translate(${x} ${y})`,
      class: `chip ${use}${rank === this.chosen ? " chosen" : ""}`,
      "data-rank": rank,
    });
    if (chip.lastChild.textContent !== String(rank)) chip.lastChild.textContent = String(rank);
  }
}
