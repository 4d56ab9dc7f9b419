// The clock of the page, which all searches share.

/** The time that the page shows, at rest or running. Calls `listeners` when the time or its running changes. */
class Clock {
  constructor(end) {
    this.end = end;
    this.time = 0;
    this.seconds = 60; // of real time that the whole takes
    this.running = false;
    this.listeners = [];
    this.stepping = matchMedia("(prefers-reduced-motion: reduce)");
    this.tick = this.tick.bind(this);
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
    if (this.stepping.matches) setTimeout(() => this.tick(performance.now()), 1000);
    else requestAnimationFrame(this.tick);
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
