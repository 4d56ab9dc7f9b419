// The page as a whole: its searches, its clock, and what the user does.

const byId = (id) => document.getElementById(id);

class Page {
  constructor(recordings) {
    this.clock = new Clock(Math.max(...recordings.map((recording) => recording.end), 1));
    if (this.clock.end < 1e8) shownTimes.digits = 9; // nanoseconds, in less than a tenth of a second
    this.views = recordings.map((recording, place) => new SearchView(recording, this.clock, place + 1));
    byId("searches").append(...this.views.map((view) => view.section));
    byId("searches").classList.toggle("two", this.views.length > 1);
    this.writeHeading(recordings);
    this.writeLegend(recordings);
    byId("scrub").max = String(Page.scrubSteps);
    this.drawnAt = -Infinity;
    this.clock.listeners.push(() => this.draw());
    this.listen();
    this.changeScheme();
    this.followAddress();
  }

  prefersDark = matchMedia("(prefers-color-scheme: dark)");

  static scrubSteps = 100000;
  static textEvery = 100; // milliseconds between changes of text while the clock runs

  writeHeading(recordings) {
    const names = recordings.map((recording) => recording.algorithm).join(" beside ");
    byId("heading").textContent = `${names}, processor by processor`;
    document.title = `${names}: a parallel search`;
    byId("subject").textContent = "Each second of each processor, and the line of play that it is on.";
  }

  writeLegend(recordings) {
    const add = (kind, words) => {
      const item = element("li");
      item.append(element("span", "", `swatch ${kind}`), element("span", words));
      byId("legend").append(item);
    };
    const tellsWaste = recordings.some((recording) => recording.tellsWaste);
    for (const use of USES) {
      if (use !== "wasted" || tellsWaste) add(use, use === "useful" && !tellsWaste ? "work" : USE_WORDS[use]);
    }
    for (const phase of new Set(recordings.flatMap((recording) => recording.phasesUsed())))
      add(`${PHASES[phase]} stripe`, PHASE_WORDS[PHASES[phase]]);
  }

  listen() {
    byId("play").addEventListener("click", () => this.toggle());
    byId("scrub").addEventListener("input", () => this.clock.set((byId("scrub").value / Page.scrubSteps) * this.clock.end));
    byId("scrub").addEventListener("change", () => this.announce());
    byId("speed").addEventListener("change", () => { this.clock.seconds = Number(byId("speed").value); });
    byId("zoom").addEventListener("change", () => this.paint());
    byId("scheme").addEventListener("change", () => this.changeScheme());
    this.prefersDark.addEventListener("change", () => this.changeScheme());
    new ResizeObserver(() => this.paint()).observe(byId("searches"));
    window.addEventListener("hashchange", () => this.followAddress());
    document.addEventListener("keydown", (event) => this.takeKey(event));
    for (const view of this.views) this.listenTo(view);
  }

  listenTo(view) {
    const rows = view.find(".rows");
    rows.addEventListener("pointermove", (event) => this.point(view, view.rows.at(event.clientX, event.clientY), event));
    rows.addEventListener("pointerleave", () => this.hideTip());
    rows.addEventListener("click", (event) => {
      const place = view.rows.at(event.clientX, event.clientY);
      if (place === null) return;
      view.choose(place.rank);
      this.clock.set(place.time);
    });
    const overview = view.find(".overview");
    const drag = (event) => {
      if (event.buttons === 1) this.clock.set(view.overview.timeAt(event.clientX));
    };
    overview.addEventListener("pointerdown", drag);
    overview.addEventListener("pointermove", drag);
    const tree = view.find(".tree");
    const rankOf = (event) => event.target.closest("[data-rank]")?.dataset.rank;
    tree.addEventListener("pointermove", (event) => {
      const rank = rankOf(event);
      this.point(view, rank === undefined ? null : { rank: Number(rank), time: this.clock.time }, event);
    });
    tree.addEventListener("pointerleave", () => this.hideTip());
    tree.addEventListener("click", (event) => {
      if (rankOf(event) !== undefined) view.choose(Number(rankOf(event)));
    });
  }

  /** Shows what a processor does at a time, beside the pointer. */
  point(view, place, event) {
    if (place === null) return this.hideTip();
    const tip = byId("tip");
    const facts = factsAt(view.recording, place.rank, place.time);
    tip.replaceChildren(element("b", `Processor ${place.rank}`),
      ...facts.map(([term, text]) => element("div", `${term}: ${text}`)));
    tip.hidden = false;
    const left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 6);
    const below = event.clientY + 18 + tip.offsetHeight < innerHeight;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${below ? event.clientY + 18 : Math.max(4, event.clientY - tip.offsetHeight - 12)}px`;
    return undefined;
  }

  hideTip() {
    byId("tip").hidden = true;
  }

  /** Takes the scheme that the user has chosen, or the system's. */
  changeScheme() {
    document.documentElement.dataset.scheme = byId("scheme").value || (this.prefersDark.matches ? "dark" : "light");
    this.paint();
  }

  get zoom() {
    return Number(byId("zoom").value);
  }

  toggle() {
    this.clock.toggle();
    this.drawControls();
    if (!this.clock.running) this.announce();
  }

  chooseAll(rank) {
    for (const view of this.views) view.choose(rank);
  }

  /** Moves to the time and the processor in the page's address, such as #t=1.25&p=7. */
  followAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (/^\d+$/.test(wanted.get("p") ?? "")) this.chooseAll(Number(wanted.get("p")));
    const seconds = Number(wanted.get("t") ?? NaN);
    if (Number.isFinite(seconds)) this.clock.set(seconds * 1e9);
  }

  takeKey(event) {
    const target = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || !byId("keys").checked) return;
    if (target.matches("select, a") || (target.matches("button, summary, [type=checkbox]") && event.key === " ")) return;
    const act = this.actions(event.shiftKey, target.id === "scrub")[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  }

  /** Returns what each key does. `onScrub`: true if the slider has the focus, whose arrows all move the time. */
  actions(far, onScrub) {
    const step = (this.clock.end / this.zoom) * (far ? 1 / 20 : 1 / 500);
    const move = (by) => () => {
      this.clock.set(this.clock.time + by);
      this.announce();
    };
    const choose = (by) => () => {
      this.chooseAll(this.views[0].chosen + by);
      this.announce();
    };
    return {
      " ": () => this.toggle(),
      ArrowLeft: move(-step),
      ArrowRight: move(step),
      ArrowUp: onScrub ? move(step) : choose(-1),
      ArrowDown: onScrub ? move(-step) : choose(1),
      Home: move(-Infinity),
      End: move(Infinity),
      ",": () => this.nextSearch(true),
      ".": () => this.nextSearch(false),
      "+": () => this.changeZoom(1),
      "=": () => this.changeZoom(1),
      "-": () => this.changeZoom(-1),
      Escape: () => this.hideTip(),
    };
  }

  /** Moves to the next beginning of a search near the root, by the chosen processor of any search. */
  nextSearch(back) {
    const times = this.views.map((view) => view.recording.stretches[view.chosen].beginAfter(this.clock.time, back))
      .filter((time) => time !== null);
    if (times.length === 0) return;
    this.clock.set(back ? Math.max(...times) : Math.min(...times));
    this.announce();
  }

  changeZoom(by) {
    const select = byId("zoom");
    select.selectedIndex = Math.min(select.options.length - 1, Math.max(0, select.selectedIndex + by));
    this.paint();
  }

  paint() {
    const colours = new Colours();
    for (const view of this.views) view.paint(colours, this.zoom);
    this.drawControls();
  }

  /** Draws the clock's time. Texts change less often than pictures while the clock runs. */
  draw() {
    const now = performance.now();
    const all = !this.clock.running || now - this.drawnAt >= Page.textEvery;
    if (all) this.drawnAt = now;
    for (const view of this.views) {
      if (all) view.draw();
      else view.drawFast();
    }
    byId("time").textContent = timeText(this.clock.time);
    if (all) this.drawControls();
  }

  drawControls() {
    const { time, end, running } = this.clock;
    byId("time").textContent = timeText(time);
    byId("scrub").value = String((time / end) * Page.scrubSteps);
    byId("scrub").setAttribute("aria-valuetext", `${timeText(time)} of ${timeText(end)}`);
    byId("play").lastElementChild.textContent = running ? "Pause" : "Play";
    byId("play").firstElementChild.textContent = running ? "❚❚" : "▶";
  }

  /** Tells a screen reader about the time, once it rests. */
  announce() {
    clearTimeout(this.news);
    this.news = setTimeout(() => {
      if (this.clock.running) return;
      byId("news").textContent = `${timeText(this.clock.time)}. ${this.views.map((view) => view.words()).join(" ")}`;
    }, 500);
  }
}

new Page([...document.querySelectorAll('script[type="application/json"]')]
  .map((data) => new Recording(JSON.parse(data.textContent))));
