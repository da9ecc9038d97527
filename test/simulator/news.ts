/**
 * A thread that is busy for long looks once meanwhile, so the time to load a function decides nothing.
 */
const LOOK_MS = 50;

/** News of what has happened by itself: a call or an answer came, or a wait ended. */
export class News {
  #heard = 0;
  #listener: (() => void) | null = null;

  told(): void {
    this.#heard += 1;
    this.#listener?.();
  }

  /** @returns whether something happened before the next look was due */
  async next(): Promise<boolean> {
    const isNews = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), LOOK_MS);
      this.#listener = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    this.#listener = null;
    return isNews;
  }

  /** Waits until nothing has come for this many turns of the event loop. */
  async none(turns: number): Promise<void> {
    let news = this.#heard;
    for (let still = 0; still < turns; still += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (news !== this.#heard) still = 0;
      news = this.#heard;
    }
  }
}
