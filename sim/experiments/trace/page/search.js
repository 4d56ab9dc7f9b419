// One search on the page, with all that shows it.

/** Returns a new element with a text. */
function element(name, text = "", kind = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind !== "") made.className = kind;
  return made;
}

/** Writes pairs of a term and a text into a list, whose elements are kept. */
function writeFacts(list, facts) {
  while (list.children.length > 2 * facts.length) list.lastChild.remove();
  facts.flat().forEach((text, place) => {
    if (place === list.children.length) list.append(element(place % 2 === 0 ? "dt" : "dd"));
    if (list.children[place].textContent !== text) list.children[place].textContent = text;
  });
}

class SearchView {
  constructor(recording, clock, number) {
    Object.assign(this, { recording, clock, chosen: 0 });
    const copy = document.getElementById("search").content.cloneNode(true);
    this.section = copy.firstElementChild;
    this.find = (kind) => this.section.querySelector(kind);
    this.find("h2").textContent = recording.algorithm;
    this.find(".title").textContent = recording.title;
    this.section.setAttribute("aria-label", `Search ${number}: ${recording.algorithm}`);
    this.overview = new Overview(this.find(".overview"), recording, clock);
    this.rows = new Rows(this.find(".rows"), recording, clock);
    this.tree = new TreeView(this.find(".tree"), recording);
    this.find(".top").hidden = !recording.knowsSearches;
    this.makeShares();
    this.makeChoices();
    for (const note of [...recording.totals, ...recording.omissions]) this.find(".notes").append(element("li", note));
    this.find(".overview").setAttribute("aria-label",
      `${recording.algorithm}: how many of ${recording.processors} processors work, over the whole time`);
  }

  makeShares() {
    this.bars = USES.map((use) => element("span", "", use));
    this.find(".uses").append(...this.bars);
    this.shares = USES.map((use) => {
      const group = element("div");
      group.append(element("dt", useWords(this.recording, use)), element("dd"));
      this.find(".shares").append(group);
      return group.lastChild;
    });
    const group = element("div");
    group.append(element("dt", "working now"), element("dd"));
    this.find(".shares").append(group);
    this.working = group.lastChild;
    if (!this.recording.tellsWaste) this.shares[1].parentElement.hidden = true;
  }

  makeChoices() {
    const plies = this.find(".plies");
    for (let ply = 1; ply <= this.recording.plies; ++ply) plies.append(element("option", String(ply)));
    plies.value = String(this.tree.plies);
    plies.addEventListener("change", () => {
      this.tree.plies = Number(plies.value);
      this.draw();
    });
    const processor = this.find(".processor");
    for (let rank = 0; rank < this.recording.processors; ++rank)
      processor.append(element("option", String(rank)));
    processor.addEventListener("change", () => this.choose(Number(processor.value)));
  }

  /** Chooses the processor that the panel is about. */
  choose(rank) {
    this.chosen = Math.min(this.recording.processors - 1, Math.max(0, rank));
    this.rows.chosen = this.tree.chosen = this.chosen;
    this.find(".processor").value = String(this.chosen);
    this.draw();
  }

  /** Draws everything anew, after a change of size, colours or zoom. */
  paint(colours, zoom) {
    this.rows.zoom = zoom;
    this.overview.paint(colours);
    this.rows.paint(colours);
    this.draw();
  }

  /** Draws the clock's time: the rows and the curve. */
  drawFast() {
    this.overview.draw();
    this.rows.draw();
  }

  draw() {
    this.drawFast();
    const time = Math.min(this.clock.time, this.recording.end);
    const resting = this.tree.draw(this.clock.time);
    this.find(".resting").textContent = this.clock.time >= this.recording.end
      ? `The search is over, after ${timeText(this.recording.end)}.`
      : `Without work: ${resting.length === 0 ? "none" : resting.join(", ")}`;
    this.drawShares(time);
    writeFacts(this.find(".panel"), factsAt(this.recording, this.chosen, this.clock.time));
    this.find(".rows").setAttribute("aria-label",
      `${this.recording.algorithm}: the states of ${this.recording.processors} processors around ${timeText(time)}. ` +
      `${this.words()}`);
  }

  drawShares(time) {
    const sums = this.recording.usesUntil(time);
    const whole = sums.reduce((one, other) => one + other);
    const texts = sums.map((sum) => percentText(sum, whole));
    texts.forEach((text, use) => {
      this.shares[use].textContent = text;
      this.bars[use].style.width = `${whole > 0 ? (100 * sums[use]) / whole : 0}%`;
    });
    const words = USES.map((use, number) => `${useWords(this.recording, use)} ${texts[number]}`);
    this.find(".uses").setAttribute("aria-label", `Up to the clock's time: ${words.join(", ")}`);
    const working = this.recording.timelines.filter((timeline) => {
      const state = timeline.stateAt(this.clock.time);
      return state >= 0 && state % USES.length < 2;
    });
    this.working.textContent = `${working.length} of ${this.recording.processors}`;
  }

  /** Returns a sentence on the chosen processor. */
  words() {
    const facts = new Map(factsAt(this.recording, this.chosen, this.clock.time));
    const line = facts.has("Line of play") ? `; ${facts.get("Line of play")}` : "";
    return `Processor ${this.chosen}: ${facts.get("State")}${line}.`;
  }
}
