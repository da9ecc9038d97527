import { startInOneBundle } from "#infra/local/runtime/one-bundle.ts";
import { createMatcher } from "#shared/routes/contract/match.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { type HookReceiver, startHookReceiver } from "#test/support/hook-receiver.ts";
import { startMailServer } from "#test/support/mail-server.ts";
import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { ruleText } from "#test/support/review-fixture.ts";
import { sendRequest } from "#test/support/send-request.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { Calls } from "./calls.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any;

/** What somebody asked of the service, and what came back. */
export interface Attempt {
  /** The act in the model's words. */
  act: string;
  /** What it was about: a request, a panel, a rule, a room. */
  about: string | null;
  /** What was said, where that matters: the decision. */
  said?: string;
  /** 0: the process ended before it answered, so that nobody knows what was done. */
  status: number;
  code: string | null;
  body: Json;
}

/** The system of one run: what an earlier run left would change the next one. */
export interface Ground {
  system: TestSystem;
  calls: Calls;
  mails: Awaited<ReturnType<typeof startMailServer>>;
  hooks: HookReceiver;
  tenants: readonly string[];
  close(): Promise<void>;
}

export const RULES = ["rule.a", "rule.b"];
export const TITLES = ["First words", "Second words"];
export const COUNSEL = 3;

/**
 * @param seed what everything follows from that functions leave to chance
 * @param bundle the functions' code, if another one than the project's own
 */
export async function startGround(seed: number, bundle = oneBundleFolder): Promise<Ground> {
  const calls = new Calls(seed);
  try {
    return await groundOf(calls, bundle);
  } catch (error) {
    // Other tests of this process draw by chance again.
    calls.close();
    throw error;
  }
}

async function groundOf(calls: Calls, bundle: string): Promise<Ground> {
  const [mails, hooks] = await Promise.all([startMailServer(), startHookReceiver()]);
  const system = await startTestSystemWithLog({
    settings: {
      WORKER_INVOKE_ENABLED: "false",
      SES_URL: mails.url,
      MAIL_FROM: "Countersign <no-reply@a.example>",
      WEBHOOK_ALLOWED_HOSTS: hooks.host,
    },
    clock: calls.clock,
    // Waits between two tries pass quickly; much quicker, and limits of a run pass as well.
    startInstance: calls.start(startInOneBundle(bundle, { times: () => 20 })),
  });
  await system.admin("POST", "/admin/webhook-endpoints", {
    url: `${hooks.url}/platform`,
    events: ["rule_review.decided", "review_panel.decided"],
    enabled: true,
  });
  const tenants = [];
  for (const name of ["Acme", "Globex"]) {
    tenants.push((await system.admin("POST", "/admin/tenants", { name })).body.id);
  }
  const close = async () => {
    await system.close();
    await Promise.all([mails.close(), hooks.close()]);
    calls.close();
  };
  return { system, calls, mails, hooks, tenants, close };
}

/** A link that counsel holds. */
interface Held {
  request: string;
  token: string;
}

/** A rule book of one run, with all that its people know of it. */
export class World {
  readonly ground: Ground;
  readonly book = "fw_book";
  readonly counsel: { id: string; email: string }[] = [];
  readonly links: Held[] = [];
  readonly requests: string[] = [];
  readonly panels: string[] = [];
  /** Requests that are a member's of a panel, as far as anybody has seen. */
  readonly inPanels = new Set<string>();
  readonly questions: { request: string; id: string }[] = [];
  readonly rooms: { id: string; token: string }[] = [];
  /** Webhook endpoints of tenants. */
  readonly endpoints: { id: string; tenant: string }[] = [];
  /** Whether a fault was put into the turn under way, so that an answer may be missing. */
  isTroubled = false;
  /** Processes that the courier lost, each with at most one message of each kind in flight. */
  faults = 0;
  #tokens = new Map<string, string>();
  #names = new Map<string, string>();

  constructor(ground: Ground) {
    this.ground = ground;
  }

  static async begin(ground: Ground): Promise<World> {
    const world = new World(ground);
    const { system } = ground;
    const path = `/admin/frameworks/${world.book}`;
    await system.admin("PUT", path, { display_name: "A book" });
    const rules = RULES.map((id) => ruleText(id, { title: TITLES[0] ?? "" }));
    await system.admin("PUT", `${path}/rules`, { rules });
    for (let i = 0; i < COUNSEL; i += 1) {
      const email = `${world.book}.${i}@law.example`;
      const who = { framework_id: world.book, email, display_name: `Dr. Number ${i}` };
      world.counsel.push({
        id: (await system.admin("POST", "/admin/counsel", who)).body.id,
        email,
      });
    }
    return world;
  }

  /** A name for an id that is the same whenever the run is repeated. */
  name(id: string | null): string {
    if (id === null) return "nothing";
    const known = this.#names.get(id) ?? `#${this.#names.size + 1}`;
    this.#names.set(id, known);
    return known;
  }

  /** The clock moves on; sign-ins of before end. */
  async wait(seconds: number): Promise<string> {
    this.#tokens.clear();
    return this.ground.system.advance(seconds);
  }

  /** Asks as somebody who is signed in; null: with nothing but what the address holds. */
  async ask(
    who: Record<string, unknown> | null,
    act: Pick<Attempt, "act" | "about" | "said">,
    [method, path, body]: readonly [string, string, unknown?],
  ): Promise<Attempt> {
    const { system } = this.ground;
    const key = JSON.stringify(who);
    if (who !== null && !this.#tokens.has(key)) this.#tokens.set(key, await system.token(who));
    const token = this.#tokens.get(key);
    const headers = {
      accept: "application/json",
      ...(who === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const asked = { method, headers, body };
    const { status, text } = await sendRequest(`${system.baseUrl}${path}`, asked);
    const answer = textAsJson(text);
    if (status < 500) return { ...act, status, code: answer?.code ?? null, body: answer };
    if (!this.isTroubled) {
      throw new Error(`${method} ${routeOf(method, path)} answered ${status} ${text}`);
    }
    return { ...act, status: 0, code: answer?.code ?? null, body: null };
  }

  asAdmin = (
    act: Pick<Attempt, "act" | "about" | "said">,
    ...request: [string, string, unknown?]
  ) => this.ask({ is_platform_admin: true }, act, request);

  asCounsel = (
    act: Pick<Attempt, "act" | "about" | "said">,
    ...request: [string, string, unknown?]
  ) => this.ask(null, act, request);

  run = (act: string, schedule: string) =>
    this.ask(null, { act, about: null }, ["POST", `/_local/schedules/${schedule}/run`]);

  /** What the service says, read while nothing else goes on. */
  async read(path: string): Promise<Json> {
    const { status, body } = await this.asAdmin({ act: "read", about: null }, "GET", path);
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
