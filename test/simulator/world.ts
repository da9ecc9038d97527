import { createMatcher } from "#shared/routes/contract/match.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { sendRequest } from "#test/support/send-request.ts";
import { BOOK, type Ground } from "./ground.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any;

/** A call of the service, and the answer. */
export interface Attempt {
  /** The act in the model's words. */
  act: string;
  /** The object of the act: a request, a panel, a rule, a room. */
  about: string | null;
  /** What was said, where that matters: the decision. */
  said?: string;
  /** 0: the process ended before it answered, so nobody knows what it did. */
  status: number;
  code: string | null;
  body: Json;
  /** A 5xx answer in a turn with a fault: the route, and the whole answer. */
  failure?: { route: string; text: string };
}

/** A link that counsel holds. */
interface Held {
  request: string;
  token: string;
}

/** The rule book of one run, with everything that its people know about it. */
export class World {
  readonly ground: Ground;
  readonly book = BOOK;
  readonly counsel: Ground["counsel"];
  readonly links: Held[] = [];
  readonly requests: string[] = [];
  readonly panels: string[] = [];
  /** Requests of panel members, as far as anybody has seen them. */
  readonly inPanels = new Set<string>();
  readonly questions: { request: string; id: string }[] = [];
  readonly rooms: { id: string; token: string }[] = [];
  /** Certificates with a firm's signature that the service accepted. */
  readonly signed: { request: string; sha256: string }[] = [];
  /** When the machine was last registered and last removed: instants, ISO 8601 UTC. */
  readonly machine: { registered: string | null; removed: { from: string; to: string } | null } = {
    registered: null,
    removed: null,
  };
  /** By counsel, the identity that somebody saw last. */
  readonly identities = new Map<string, string>();
  /** Who tried to confirm which identity of a counsel, and what came back. */
  readonly confirmations: {
    counsel: string;
    identity_sha256: string;
    isSecond: boolean;
    status: number;
  }[] = [];
  /** Webhook endpoints of tenants. */
  readonly endpoints: { id: string; tenant: string }[] = [];
  /** Whether the current turn contains a fault, so that an answer may be missing. */
  isTroubled = false;
  /** How many faults occurred, each with at most one message of each kind in flight. */
  faults = 0;
  /** Whether a fault struck the courier, which may have been sending messages. */
  isCourierLost = false;
  #tokens = new Map<string, string>();
  /** What was read since somebody last acted. */
  readonly #hasRead = new Map<string, Promise<Json>>();
  #names = new Map<string, string>();

  constructor(ground: Ground) {
    this.ground = ground;
    this.counsel = ground.counsel;
  }

  /** A name for an id that is the same whenever the run is repeated. */
  readonly name = (id: string | null): string => {
    if (id === null) return "nothing";
    const known = this.#names.get(id) ?? `#${this.#names.size + 1}`;
    this.#names.set(id, known);
    return known;
  };

  /** The time, ISO 8601 UTC. */
  now = (): string => new Date(this.ground.calls.clock.now()).toISOString();

  /** Advances the clock, which ends earlier sign-ins. */
  async wait(seconds: number): Promise<string> {
    this.#tokens.clear();
    this.#hasRead.clear();
    return this.ground.system.advance(seconds);
  }

  /** Asks as somebody who is signed in; null: only with what the address contains. */
  async ask(
    who: Record<string, unknown> | null,
    act: Pick<Attempt, "act" | "about" | "said">,
    request: readonly [string, string, unknown?],
  ): Promise<Attempt> {
    return this.askWith(who === null ? null : await this.#tokenOf(who), act, request);
  }

  async #tokenOf(who: Record<string, unknown>): Promise<string> {
    const key = JSON.stringify(who);
    const token = this.#tokens.get(key) ?? (await this.ground.system.token(who));
    this.#tokens.set(key, token);
    return token;
  }

  /** Asks with a token, or without one. */
  async askWith(
    token: string | null,
    act: Pick<Attempt, "act" | "about" | "said">,
    [method, path, body]: readonly [string, string, unknown?],
  ): Promise<Attempt> {
    this.#hasRead.clear();
    const type = body instanceof Uint8Array ? "application/pdf" : "application/json";
    const headers = {
      accept: "application/json",
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": type }),
    };
    const asked = { method, headers, body };
    const { status, text } = await sendRequest(`${this.ground.system.baseUrl}${path}`, asked);
    const answer = textAsJson(text);
    if (status < 500) return { ...act, status, code: answer?.code ?? null, body: answer };
    const route = routeOf(method, path);
    if (!this.isTroubled) throw new Error(`${method} ${route} answered ${status} ${text}`);
    const failure = { route, text: `${status} ${text}` };
    return { ...act, status: 0, code: answer?.code ?? null, body: null, failure };
  }

  asAdmin = (
    act: Pick<Attempt, "act" | "about" | "said">,
    ...request: [string, string, unknown?]
  ) => this.ask({ is_platform_admin: true }, act, request);

  asCounsel = (
    act: Pick<Attempt, "act" | "about" | "said">,
    ...request: [string, string, unknown?]
  ) => this.ask(null, act, request);

  /** A file as an admin gets it; null: there is none, or the process ended before it answered. */
  async file(path: string): Promise<Buffer | null> {
    const authorization = `Bearer ${await this.#tokenOf({ is_platform_admin: true })}`;
    const headers = { accept: "application/pdf", authorization };
    const answer = await fetch(`${this.ground.system.baseUrl}${path}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status >= 500 && !this.isTroubled) {
      throw new Error(`GET ${routeOf("GET", path)} answered ${answer.status}.`);
    }
    return answer.status === 200 ? bytes : null;
  }

  run = (act: string, schedule: string) =>
    this.ask(null, { act, about: null }, ["POST", `/_local/schedules/${schedule}/run`]);

  /** What the service says, read while nothing else goes on, and only once until somebody acts. */
  readonly read = async (path: string): Promise<Json> => {
    const known = this.#hasRead.get(path) ?? this.#read(path);
    this.#hasRead.set(path, known);
    return known;
  };

  async #read(path: string): Promise<Json> {
    const { status, body } = await this.ground.system.admin("GET", path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}.`);
    return body;
  }

  holds(request: string, url: string | undefined): void {
    if (!this.requests.includes(request)) this.requests.push(request);
    const token = url?.split("/").at(-1);
    if (token === undefined || token.startsWith("sha256:")) return;
    this.links.push({ request, token });
  }

  /** One of the things that are known so far; undefined: there is none yet. */
  static pick = <T>(from: readonly T[], which: number): T | undefined => from[which % from.length];
}

const match = createMatcher(allRoutes);
const routeOf = (method: string, path: string): string =>
  match(method, path.split("?")[0] ?? "")?.route.id ?? path;

function textAsJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
