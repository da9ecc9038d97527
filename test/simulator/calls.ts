import nodeHttp, { type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { Readable } from "node:stream";
import { FunctionError, type StartInstance } from "#infra/local/runtime/instance.ts";

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
  die: (reason: string) => void;
  isDead: boolean;
}

export interface Call {
  /** What is asked, for the trace: `getReview GetItem`. */
  name: string;
  /** Whether the call may change something. */
  isWrite: boolean;
  release: (fate: Fate) => void;
}

const passing: Plan = { choose: () => 0, fateOf: () => "passes" };

/** So long without news, and whoever waits for something else is passed over. */
const PATIENCE_MS = 3_000;

export class Calls {
  #plan: Plan | null = null;
  #number = 0;
  readonly #runs = new Set<Run>();
  /** Clients that are not answered yet. */
  #asked = 0;
  #generation = 0;
  #news: (() => void) | null = null;
  trace: string[] = [];

  /** Functions start anew, and with them everything that they keep in memory. */
  restart(): void {
    this.#generation += 1;
  }

  /**
   * Lets what clients ask go on one call after the other, as the plan says, until each is answered.
   * Outside of it, every call passes at once.
   */
  async follow<T>(plan: Plan, clients: readonly (() => Promise<T>)[]): Promise<T[]> {
    this.#plan = plan;
    try {
      let isOver = false;
      this.#asked = clients.length;
      const answered = () => {
        this.#asked -= 1;
        this.#told();
      };
      const answers = Promise.all(clients.map((client) => client().finally(answered))).finally(
        () => {
          isOver = true;
          this.#told();
        },
      );
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
    const call = run?.waiting.shift();
    if (run === undefined || call === undefined) return;
    const fate = fateOf(call);
    this.trace.push(`${run.unit} ${call.name}${fate === "passes" ? "" : ` ${fate}`}`);
    call.release(fate);
  }

  /** Whether every client's request has reached a function, and every function waits for a call. */
  #isSettled(): boolean {
    const ready = this.#ready().length;
    return ready > 0 && ready === this.#runs.size && ready >= this.#asked;
  }

  #told(): void {
    this.#news?.();
  }

  /** Until nothing goes on by itself, or all is over. */
  async #settled(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      // What one function asks in the same breath arrives together.
      await new Promise((resolve) => setImmediate(resolve));
      if (isOver() || this.#isSettled()) return;
      const isNews = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), PATIENCE_MS);
        this.#news = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
      this.#news = null;
      if (!isNews && this.#ready().length > 0) return;
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
            ...{ number: this.#number, unit: options.unit.id, waiting: [], isDead: false },
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
            return await Promise.race([instance.call(invocation), death]);
          } finally {
            this.#runs.delete(run);
            this.#told();
          }
        },
        stop: () => instance.stop(),
      };
    };

  #http(http: typeof nodeHttp, current: () => Run | null): typeof nodeHttp {
    const request = (...given: [RequestOptions, (answer: IncomingMessage) => void]) => {
      const [options, onAnswer] = given;
      const run = current();
      if (run === null || typeof onAnswer !== "function") {
        return Reflect.apply(http.request, undefined, given) as ClientRequest;
      }
      let fate: Fate = "passes";
      const onward = http.request(options, (answer) => {
        if (run.isDead) return;
        if (fate !== "dies after") return onAnswer(answer);
        answer.resume();
        run.die(`The process ended after ${nameOf(options)}.`);
      });
      const end = onward.end.bind(onward);
      const release = (what: Fate, body: unknown) => {
        fate = what;
        if (what === "passes" || what === "dies after") {
          end(body as never);
          return;
        }
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
