// The clock of the page, which all searches share.

/** The time that the page shows, at rest or running. Calls `listeners` when the time or its running changes. */
class Clock {
  constructor(end) {
    this.end = end;
    this.time = 0;
    this.seconds = 60; // of real time that the whole takes
    this.running = false;
    this.plays = 0; // how often it has begun to run
    this.listeners = [];
    this.stepping = matchMedia("(prefers-reduced-motion: reduce)");
  }

  set(time) {
    this.time = Math.min(this.end, Math.max(0, time));
    this.tell();
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  play() {
    if (this.time >= this.end) this.time = 0;
    this.running = true;
    ++this.plays;
    this.before = performance.now();
    this.schedule();
    this.tell();
  }

  pause() {
    this.running = false;
    this.tell();
  }

  toggle() {
    if (this.running) this.pause();
    else this.play();
  }

  /** Schedules the next step: a frame, or a second where motion is not wanted. */
  schedule() {
    const play = this.plays; // a step of an earlier one does nothing
    const step = () => { if (play === this.plays) this.tick(performance.now()); };
    if (this.stepping.matches) setTimeout(step, 1000);
    else requestAnimationFrame(step);
  }

  tick(now) {
    if (!this.running) return;
    const passed = Math.max(0, now - this.before);
    this.before = now;
    this.time = Math.min(this.end, this.time + (passed / 1000) * (this.end / this.seconds));
    if (this.time >= this.end) this.running = false;
    else this.schedule();
    this.tell();
  }
}
