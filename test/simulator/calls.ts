import nodeHttp, { Agent } from "node:http";
import type { LocalClock } from "#infra/local/clock.ts";
import { FunctionError, type StartInstance } from "#infra/local/runtime/instance.ts";
import type { Plan, Run } from "./call.ts";
import { Chance, drawing, isGoingOn, onRest, takeChance } from "./chance.ts";
import { type Gate, heldHttp } from "./held-http.ts";
import { inOrder } from "./in-order.ts";
import { News } from "./news.ts";

export type { Call, Fate, Plan } from "./call.ts";

/*
 * The one place where the simulator interferes. Every call that a function makes (to the table, to KMS,
 * to the secret store, to the bus, to the mail provider, to somebody's endpoint) waits here until the
 * turn's plan releases it, throttles it, or ends the function's process before or after it.
 */

const passing: Plan = { choose: () => 0, fateOf: () => "passes" };

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * After an answer, the next call comes within this many turns of the event loop, unless a key operation
 * or a wait is in progress.
 */
const STILL_TURNS = 6;

/** After this many looks without news, we no longer wait for those that wait for something else. */
const PATIENCE = 60;

export class Calls {
  #plan: Plan | null = null;
  #number = 0;
  #played = 0;
  readonly #runs = new Set<Run>();
  /** How many clients have no answer yet. */
  #asked = 0;
  #generation = 0;
  readonly #news = new News();
  trace: string[] = [];
  /** The seed of everything that is left to chance. */
  #seed: number | "none" = "none";
  readonly #putBack = takeChance();
  /** Milliseconds since the epoch. The time stands still until somebody makes a call. */
  #now = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 4;
  /** The agent of all functions' calls, however often the functions start. */
  readonly #agent = new Agent({ keepAlive: true });

  constructor() {
    onRest(() => this.#news.told());
  }

  /** Begins a run at that time. */
  begin(seed: number, now: number): void {
    this.#seed = seed;
    this.#played += 1;
    this.#number = 0;
    this.#now = now;
    this.trace = [];
    this.#generation += 1;
  }

  /** The clock. It begins a quarter into today, and advances by a millisecond with each call. */
  readonly clock: LocalClock = {
    // No other thread takes part.
    offset: new Float64Array(1),
    now: () => this.#now,
    advance: (seconds) => {
      this.#now += seconds * 1000;
    },
    keep: async () => {},
  };

  /** Restarts the functions, which lose everything that they keep in memory. */
  restart(): void {
    this.#generation += 1;
  }

  close(): void {
    this.#putBack();
    this.#agent.destroy();
  }

  /**
   * Releases the calls behind the clients' requests one after the other, as the plan says, until each
   * client is answered. Outside this method, every call passes at once.
   */
  async follow<T>(plan: Plan, clients: readonly (() => Promise<T>)[]): Promise<T[]> {
    this.#plan = plan;
    try {
      let isOver = false;
      const answered = () => {
        this.#asked -= 1;
        this.#news.told();
      };
      const asked: Promise<T>[] = [];
      // Each client reaches its first call before the next client starts, which fixes their order.
      for (const client of clients) {
        const before = this.#asked;
        this.#asked += 1;
        asked.push(client().finally(answered));
        asked.at(-1)?.catch(() => undefined);
        await this.#settled(() => this.#asked === before);
      }
      const answers = Promise.all(asked).finally(() => {
        isOver = true;
        this.#news.told();
      });
      answers.catch(() => undefined);
      while (!isOver) {
        await this.#settled(() => isOver);
        this.#next();
      }
      return await answers;
    } finally {
      this.#plan = null;
      while (this.#ready().length > 0) this.#next();
    }
  }

  #ready(): Run[] {
    return [...this.#runs].filter(({ waiting }) => waiting.length > 0);
  }

  #next(): void {
    const ready = this.#ready();
    const { choose, fateOf } = this.#plan ?? passing;
    const run = ready[ready.length > 1 ? choose(ready.length) % ready.length : 0];
    if (run !== undefined && run.waiting.length > 1) {
      run.waiting = inOrder(run.waiting);
    }
    const call = run?.waiting.shift();
    if (run === undefined || call === undefined) return;
    const fate = fateOf(call, run.unit);
    this.trace.push(`${run.unit} ${call.name}${fate === "passes" ? "" : ` ${fate}`}`);
    call.release(fate);
  }

  /** Ends a run whose process lives on, and releases its waiting calls. */
  #ends(run: Run): void {
    run.isOver = true;
    const left = run.isDead ? [] : inOrder(run.waiting);
    run.waiting = [];
    for (const call of left) {
      this.trace.push(`${run.unit} ${call.name}`);
      call.release("passes");
    }
    if (run.asked === 0) this.#runs.delete(run);
    this.#news.told();
  }

  /** Whether every client's request has reached a function, and every function waits for a call. */
  #isSettled(): boolean {
    if (isGoingOn()) return false;
    for (const run of this.#runs) if (run.isOver && run.asked === 0) this.#runs.delete(run);
    const ready = this.#ready();
    const isAtRest = ready.length === this.#runs.size && ready.every(({ asked }) => asked === 0);
    return ready.length > 0 && isAtRest && ready.length >= this.#asked;
  }

  /** Once some turns of the loop bring nothing, all simultaneous calls of a function are here. */
  async #staysSettled(): Promise<boolean> {
    await this.#news.none(STILL_TURNS);
    return this.#isSettled();
  }

  /** Waits until nothing goes on by itself, or all is over. */
  async #settled(isOver: () => boolean): Promise<void> {
    let silent = 0;
    while (!isOver()) {
      if (await this.#staysSettled()) return;
      if (isOver()) return;
      const isNews = await this.#news.next();
      const isUnderWay = isGoingOn() || [...this.#runs].some(({ asked }) => asked > 0);
      silent = isNews || isUnderWay ? 0 : silent + 1;
      if (silent > PATIENCE && this.#ready().length > 0) return;
    }
  }

  /** The table knows an earlier run's transaction by its token, which this run may repeat. */
  #ofThisPlay(body: unknown): unknown {
    if (body === undefined) return body;
    const isText = typeof body === "string";
    const text = isText ? body : Buffer.from(body as Buffer).toString("latin1");
    const play = this.#played.toString(16).padStart(8, "0");
    const changed = text.replace(/("ClientRequestToken":")[0-9a-f]{8}/, `$1${play}`);
    return isText ? changed : Buffer.from(changed, "latin1");
  }

  readonly #gate: Omit<Gate, "run"> = {
    agent: this.#agent,
    isOpen: () => this.#plan === null,
    letGo: (body) => {
      this.#now += 1;
      return this.#ofThisPlay(body);
    },
    goesOn: (run) => this.#runs.add(run),
    told: () => this.#news.told(),
  };

  /** Starts functions whose calls wait here. */
  readonly start =
    (start: StartInstance): StartInstance =>
    (options) => {
      let current: Run | null = null;
      const http = heldHttp(options.http ?? nodeHttp, { ...this.#gate, run: () => current });
      const begin = () => start({ ...options, http });
      let generation = this.#generation;
      let instance = begin();
      return {
        call: async (invocation) => {
          if (generation !== this.#generation) {
            generation = this.#generation;
            instance = begin();
          }
          this.#number += 1;
          let die: Run["die"] = () => undefined;
          const death = new Promise<never>((_, reject) => {
            die = (reason) => reject(new FunctionError(reason));
          });
          const run: Run = {
            ...{ number: this.#number, unit: options.unit.id, waiting: [], asked: 0 },
            ...{ isDead: false, isOver: false },
            die: (reason) => {
              run.isDead = true;
              this.#runs.delete(run);
              die(reason);
              this.#news.told();
            },
          };
          current = run;
          this.#runs.add(run);
          this.#news.told();
          try {
            const chance = new Chance(`${this.#seed} ${run.number}`);
            const called = drawing.run(chance, () => instance.call(invocation));
            return await Promise.race([called, death]);
          } finally {
            this.#ends(run);
          }
        },
        stop: () => instance.stop(),
      };
    };
}
