import nodeHttp, {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Readable } from "node:stream";
import type { LocalClock } from "#infra/local/clock.ts";
import { FunctionError, type StartInstance } from "#infra/local/runtime/instance.ts";
import { Chance, drawing, isGoingOn, onRest, takeChance } from "./chance.ts";

/*
 * The one place where the simulator interferes. Every call that a function makes (to the table, to KMS,
 * to the secret store, to the bus, to the mail provider, to an endpoint of somebody's) waits here until
 * the turn's plan lets it go, throttles it, or ends the function's process before or after it.
 */

/** What happens to a call. */
export type Fate = "passes" | "dies before" | "dies after" | "is throttled";

/** Decides which call is next and what happens to it. */
export interface Plan {
  /** Of so many functions with a waiting call, which one goes on. */
  choose(among: number): number;
  fateOf(call: Call): Fate;
}

/** One run of one function, from its event to its answer. */
export interface Run {
  number: number;
  unit: string;
  waiting: Call[];
  /** Calls that were let go and are not answered yet. */
  asked: number;
  die: (reason: string) => void;
  isDead: boolean;
}

export interface Call {
  /** What is asked, for the trace: `getReview GetItem`. */
  name: string;
  /** What is asked, whole: of two calls at once, it says which one is first. */
  body: unknown;
  /** Whether the call may change something. */
  isWrite: boolean;
  release: (fate: Fate) => void;
}

const passing: Plan = { choose: () => 0, fateOf: () => "passes" };

const DAY_MS = 24 * 60 * 60 * 1000;

/** A call follows another's answer within so many turns of the event loop, unless a key is at work or a wait under way. */
const STILL_TURNS = 6;

/**
 * So often nothing new is heard, and whoever waits for something else is passed over. A thread that is
 * busy for long looks once meanwhile: how long it takes to load a function decides nothing.
 */
const PATIENCE = 60;
const LOOK_MS = 50;

export class Calls {
  #plan: Plan | null = null;
  #number = 0;
  #played = 0;
  readonly #runs = new Set<Run>();
  /** Clients that are not answered yet. */
  #asked = 0;
  #generation = 0;
  #news: (() => void) | null = null;
  /** How often something has happened by itself. */
  #heard = 0;
  trace: string[] = [];
  /** What all that is left to chance follows from. */
  #seed: number | "none" = "none";
  readonly #putBack = takeChance();
  /** Milliseconds since the epoch: it stands still until something is asked. */
  #now = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 4;
  /** What functions ask over, whichever of them and however often they start. */
  readonly #agent = new Agent({ keepAlive: true });

  constructor() {
    onRest(() => this.#told());
  }

  /** A run begins, at that time. */
  begin(seed: number, now: number): void {
    this.#seed = seed;
    this.#played += 1;
    this.#number = 0;
    this.#now = now;
    this.trace = [];
    this.#generation += 1;
  }

  /** The clock. A quarter of today has passed when it begins, and a millisecond passes with each call. */
  readonly clock: LocalClock = {
    // Nothing in another thread takes part.
    offset: new Float64Array(1),
    now: () => this.#now,
    advance: (seconds) => {
      this.#now += seconds * 1000;
    },
  };

  /** Functions start anew, and with them everything that they keep in memory. */
  restart(): void {
    this.#generation += 1;
  }

  close(): void {
    this.#putBack();
    this.#agent.destroy();
  }

  /**
   * Lets what clients ask go on one call after the other, as the plan says, until each is answered.
   * Outside of it, every call passes at once.
   */
  async follow<T>(plan: Plan, clients: readonly (() => Promise<T>)[]): Promise<T[]> {
    this.#plan = plan;
    try {
      let isOver = false;
      const answered = () => {
        this.#asked -= 1;
        this.#told();
      };
      const asked: Promise<T>[] = [];
      // Each waits for its first call before the next one comes, so that they come in this order.
      for (const client of clients) {
        const before = this.#asked;
        this.#asked += 1;
        asked.push(client().finally(answered));
        asked.at(-1)?.catch(() => undefined);
        await this.#settled(() => this.#asked === before);
      }
      const answers = Promise.all(asked).finally(() => {
        isOver = true;
        this.#told();
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
      const places = new Map(
        run.waiting.map((one) => [one, `${one.name} ${sameEachTime(one.body)}`]),
      );
      run.waiting.sort((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
    }
    const call = run?.waiting.shift();
    if (run === undefined || call === undefined) return;
    const fate = fateOf(call);
    this.trace.push(`${run.unit} ${call.name}${fate === "passes" ? "" : ` ${fate}`}`);
    call.release(fate);
  }

  /** Whether every client's request has reached a function, and every function waits for a call. */
  #isSettled(): boolean {
    if (isGoingOn()) return false;
    const ready = this.#ready();
    const isAtRest = ready.length === this.#runs.size && ready.every(({ asked }) => asked === 0);
    return ready.length > 0 && isAtRest && ready.length >= this.#asked;
  }

  /** What one function asks in the same breath has arrived once nothing has come for some turns of the loop. */
  async #staysSettled(): Promise<boolean> {
    let news = this.#heard;
    for (let still = 0; still < STILL_TURNS; still += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (news !== this.#heard) still = 0;
      news = this.#heard;
    }
    return this.#isSettled();
  }

  #told(): void {
    this.#heard += 1;
    this.#news?.();
  }

  /** Until nothing goes on by itself, or all is over. */
  async #settled(isOver: () => boolean): Promise<void> {
    let silent = 0;
    while (!isOver()) {
      if (await this.#staysSettled()) return;
      if (isOver()) return;
      const isNews = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), LOOK_MS);
        this.#news = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      this.#news = null;
      const isUnderWay = isGoingOn() || [...this.#runs].some(({ asked }) => asked > 0);
      silent = isNews || isUnderWay ? 0 : silent + 1;
      if (silent > PATIENCE && this.#ready().length > 0) return;
    }
  }

  /** Starts functions whose calls wait here. */
  readonly start =
    (start: StartInstance): StartInstance =>
    (options) => {
      let current: Run | null = null;
      const http = this.#http(options.http ?? nodeHttp, () => current);
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
            isDead: false,
            die: (reason) => {
              run.isDead = true;
              this.#runs.delete(run);
              die(reason);
              this.#told();
            },
          };
          current = run;
          this.#runs.add(run);
          this.#told();
          try {
            const chance = new Chance(`${this.#seed} ${run.number}`);
            const called = drawing.run(chance, () => instance.call(invocation));
            return await Promise.race([called, death]);
          } finally {
            this.#runs.delete(run);
            this.#told();
          }
        },
        stop: () => instance.stop(),
      };
    };

  /** The table knows a transaction of an earlier run by its token, which may be the same in this one. */
  #ofThisPlay(body: unknown): unknown {
    if (body === undefined) return body;
    const text = Buffer.from(body as Buffer).toString("latin1");
    const play = this.#played.toString(16).padStart(8, "0");
    return Buffer.from(text.replace(/("ClientRequestToken":")[0-9a-f]{8}/, `$1${play}`), "latin1");
  }

  #http(http: typeof nodeHttp, current: () => Run | null): typeof nodeHttp {
    const request = (...given: [RequestOptions, (answer: IncomingMessage) => void]) => {
      const [options, onAnswer] = given;
      const run = current();
      if (run === null || typeof onAnswer !== "function") {
        return Reflect.apply(http.request, undefined, given) as ClientRequest;
      }
      let fate: Fate = "passes";
      const isAnswered = once(() => {
        run.asked -= 1;
        this.#told();
      });
      const onward = http.request({ ...options, agent: this.#agent }, (answer) => {
        answer.once("close", isAnswered);
        if (run.isDead) return;
        if (fate !== "dies after") return onAnswer(answer);
        answer.resume();
        run.die(`The process ended after ${nameOf(options)}.`);
      });
      onward.once("error", isAnswered);
      const end = onward.end.bind(onward);
      const release = (what: Fate, body: unknown) => {
        fate = what;
        this.#now += 1;
        run.asked += 1;
        if (what === "passes" || what === "dies after") {
          end(this.#ofThisPlay(body) as never);
          return;
        }
        isAnswered();
        if (what === "dies before") run.die(`The process ended before ${nameOf(options)}.`);
        else onAnswer(throttled());
        onward.on("error", () => undefined).destroy();
      };
      onward.end = (body?: unknown) => {
        // A process that has ended asks nothing any more, and hears no answer.
        if (run.isDead) return onward;
        if (this.#plan === null) {
          release("passes", body);
          return onward;
        }
        const name = nameOf(options);
        run.waiting.push({
          name,
          body,
          isWrite: /Put|Update|Delete|Write|Create|Send|Sign|POST/.test(name),
          release: (what) => release(what, body),
        });
        this.#told();
        return onward;
      };
      return onward;
    };
    return { ...http, request: request as typeof http.request };
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

/**
 * A body without what keys are for, hashes and signatures, of which no two runs have the same; and in
 * the order of its names: the table answers with what an item holds in any order, and so it is written.
 */
function sameEachTime(body: unknown): string {
  const text = Buffer.from((body ?? "") as string).toString();
  try {
    return withoutKeys(JSON.stringify(JSON.parse(text), inOrder));
  } catch {
    return withoutKeys(text);
  }
}

const withoutKeys = (text: string): string => text.replace(/[0-9a-f]{64}|[\w+/-]{43,}={0,2}/g, "…");

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The operation of an AWS service, otherwise method and path. */
function nameOf({ headers, method, path }: RequestOptions): string {
  const given = new Map(
    Object.entries((headers ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name.toLowerCase(),
      String(value),
    ]),
  );
  return given.get("x-amz-target")?.split(".").at(-1) ?? `${method} ${path?.split("?")[0] ?? ""}`;
}

/** How AWS says that it was asked too often. */
function throttled(): IncomingMessage {
  const said = { __type: "ThrottlingException", message: "Too many requests." };
  return Object.assign(Readable.from([Buffer.from(JSON.stringify(said))]), {
    statusCode: 400,
    headers: { "content-type": "application/x-amz-json-1.0", date: new Date().toUTCString() },
  }) as unknown as IncomingMessage;
}
