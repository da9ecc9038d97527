import { certificateDrawers } from "#infra/certificate-files.ts";
import { functionUnits } from "#infra/functions.ts";
import type { Denial } from "#infra/local/aws/iam/access.ts";
import type { RunningServices } from "#infra/local/aws/services.ts";
import type { StartInstance } from "#infra/local/runtime/instance.ts";
import { startThread } from "#infra/local/runtime/thread.ts";
import { type SigningKey, signingKey } from "#infra/local/sign-in/signing-key.ts";
import { type System, type SystemOptions, startSystem } from "#infra/local/system.ts";
import { statusOf } from "#shared/domain/errors.ts";
import { createMatcher } from "#shared/routes/contract/match.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { errorsOf, gatewayStatusesOf } from "#shared/routes/contract/route-errors.ts";
import { allRoutes } from "#shared/routes/table/all-routes.ts";
import { startInThread } from "#test/support/runtime/in-thread.ts";
import { startInOneBundle } from "#test/support/runtime/one-bundle.ts";
import { straysIn } from "./answers.ts";
import { deployedFunctions } from "./deployed-functions.ts";
import { sampled } from "./full-size.ts";
import { keptSignInThreads } from "./kept-sign-in-threads.ts";
import { oneBundleFolder } from "./one-bundle-folder.ts";
import { sendRequest } from "./send-request.ts";

/** A complete local run for one test file, with its log lines and clients. */
export interface TestSystem extends System {
  services: RunningServices;
  /** Every log line of the functions, parsed. */
  lines: Record<string, unknown>[];
  /** The raw text of every log line, to search for what must not be there. */
  rawLines: string[];
  api(token?: string): Api;
  token(claims?: Record<string, unknown>): Promise<string>;
  /** A client signed in as a platform admin; it signs in again after `advance`. */
  admin: Api;
  /** Moves the clock. @returns an instant before all that happens from then on, ISO 8601 UTC */
  advance(seconds: number): Promise<string>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  body: any;
}

export type Api = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiAnswer>;

/** The real clock, even if a test has replaced `Date`. */
const realNow = Date.now;

/** Waits until that millisecond is over. */
function untilAfter(instant: number): void {
  let at = instant;
  while (at <= instant) at = realNow();
}

/** Shared by all systems of a process, because generating it would take a third of each start. */
const kept = globalThis as { signInKeyOfTests?: Promise<SigningKey> };

/** What differs from a system that keeps nothing and runs with the defaults of a test. */
export interface TestSystemOptions
  extends Pick<
    SystemOptions,
    "units" | "clock" | "eventBridge" | "onSecretCall" | "onKeyCall" | "startInstance"
  > {
  /** Settings for the functions, besides `STAGE`. */
  settings?: Record<string, string>;
  /** The folder for the state, if the state must outlive the system. */
  stateDir?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /**
   * What functions start from: one bundle of all of them, the default in a test; the deployed bundle
   * for every fifth function (for all of them if the bench runs the test); the deployed bundles for
   * all, the default in the bench; or these in a thread for each instance, which ends with the system.
   */
  functions?: keyof typeof starts;
  /** The folder of the one bundle, if it is not that of the tests. */
  bundle?: string;
  /**
   * How many times as fast the functions' own waits pass (between tries, until a time limit). It is
   * read at each wait, and only for functions from the one bundle.
   */
  pace?: () => number;
}

const oneBundle = (times: () => number, bundle = oneBundleFolder) =>
  startInOneBundle(bundle, { times });
/** Every fifth function, and those that read files beside them. */
const ownBundles = new Set([
  ...sampled(functionUnits, 5).map(({ id }) => id),
  ...certificateDrawers,
  "openDocs",
]);

const starts = {
  oneBundle,
  deployed: (times: () => number): StartInstance => {
    const others = oneBundle(times);
    return (options) => (ownBundles.has(options.unit.id) ? startInThread : others)(options);
  },
  allDeployed: () => startInThread,
  threads: () => startThread,
} as const;

/** Starts a system; its functions run in the test's own thread unless they are to have their own. */
export async function startTestSystem({
  settings = {},
  stateDir = "memory",
  port = 0,
  functions = process.env.VITEST === undefined ? "allDeployed" : "oneBundle",
  pace = () => 1,
  bundle,
  ...more
}: TestSystemOptions = {}): Promise<TestSystem> {
  if (functions !== "oneBundle") await deployedFunctions();
  kept.signInKeyOfTests ??= signingKey(null);
  const denials: Denial[] = [];
  const rawLines: string[] = [];
  const lines: Record<string, unknown>[] = [];
  let running: RunningServices | undefined;
  const system = await startSystem({
    port,
    stateDir,
    ...(stateDir === "memory" ? { signInKey: await kept.signInKeyOfTests } : {}),
    // Schedules run only when a test asks for them, not in the middle of another test.
    areSchedulesByHand: true,
    // No full run starts by itself unless a test asks for it.
    settings: { STAGE: "test", DISCOVERY_INTERVAL_HOURS: "0", ...settings },
    startInstance: starts[functions](pace, bundle),
    signInThreads: keptSignInThreads,
    ...more,
    onServices: (services) => {
      running = services;
    },
    onDenied: (denial) => denials.push(denial),
    onLine: (line) => {
      rawLines.push(line);
      try {
        lines.push(JSON.parse(line));
      } catch {
        lines.push({ text: line });
      }
    },
  });
  const token = async (claims: Record<string, unknown> = {}) =>
    (await system.signIn.issue(claims)).access_token;
  /** The local run's own last message: why a function failed that could not log the reason. */
  const lastFault = () => lines.findLast(({ event }) => event === "local_run")?.message;
  const api = (bearer?: string): Api => callApi(system.baseUrl, bearer, denials, lastFault);
  const signIn = () => token({ is_platform_admin: true });
  let signedIn: Promise<string> | null = signIn();
  await signedIn;
  const admin: Api = async (...asked) => {
    signedIn ??= signIn();
    return api(await signedIn)(...asked);
  };
  const advance = async (seconds: number) => {
    const { body } = await api()("POST", "/_local/clock", { advance_seconds: seconds });
    if (seconds > 0) signedIn = null;
    // The next call may be answered within this millisecond, but what it does must be later.
    if (seconds > 0) untilAfter(realNow());
    return body.now as string;
  };
  if (running === undefined) throw new Error("the system started without its services");
  return {
    ...system,
    services: running,
    lines,
    rawLines,
    api,
    token,
    advance,
    admin,
  };
}

/** Starts a system whose evidence log has its first checkpoint, as a stage has after a minute. */
export async function startTestSystemWithLog(options: TestSystemOptions = {}): Promise<TestSystem> {
  const system = await startTestSystem(options);
  await system.api()("POST", "/_local/schedules/sequence-log/run");
  return system;
}

function callApi(
  baseUrl: string,
  bearer: string | undefined,
  denials: Denial[],
  lastFault: () => unknown,
): Api {
  return async (method, path, body, headers = {}) => {
    const received = await sendRequest(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && !(body instanceof FormData)
          ? { "content-type": "application/json" }
          : {}),
        ...headers,
      },
      body,
    });
    const answer = { ...received, body: parsed(received.text) };
    failOnDenials(denials);
    checkContract(method, path, answer, lastFault);
    return answer;
  };
}

/** A call that the function's role does not allow would fail in the cloud, whatever it returned. */
function failOnDenials(denials: Denial[]): void {
  const [denial] = denials.splice(0);
  if (denial === undefined) return;
  const { function: id, action, resource, reason } = denial;
  throw new Error(
    `The function ${id} may not ${action} on ${resource}: ${reason}. What a function may do comes ` +
      "from `needs` in its entry of the route or job table.",
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const match = createMatcher(allRoutes);

/** The entry whose function answers; null if there is none and the gateway itself answers. */
function routeOf(method: string, path: string): Route | null {
  try {
    return match(method, new URL(path, "http://gateway").pathname)?.route ?? null;
  } catch {
    return null;
  }
}

/** Every answer in a test must be one that the route table promises, including refusals. */
function checkContract(
  method: string,
  path: string,
  answer: ApiAnswer,
  lastFault: () => unknown,
): void {
  const route = routeOf(method, path);
  if (route === null) return;
  if (answer.status >= 400) checkRefusal(route, answer, lastFault);
  else checkAnswer(route, answer);
  checkKept(route, answer);
}

/** Whether the gateway itself answered. */
const isGateways = (body: ApiAnswer["body"]): boolean => typeof body?.message === "string";

/** A browser, a proxy or CloudFront may cache public answers, but no refusal. */
function checkKept({ id, cacheable }: Route, { status, headers, body }: ApiAnswer): void {
  if (isGateways(body) || (cacheable && status < 400)) return;
  const kept = headers.get("cache-control");
  if (kept !== "no-store") throw new Error(`${id} answered ${status}, to be kept: ${kept}.`);
}

type Schema = ReturnType<NonNullable<Route["responses"][number]["schema"]>>;

const schemas = new WeakMap<() => Schema, Schema>();

/** Keeps each schema, because making and first using one costs more than most answers. */
function madeOnce(make: () => Schema): Schema {
  const known = schemas.get(make) ?? make();
  schemas.set(make, known);
  return known;
}

function checkAnswer(route: Route, answer: ApiAnswer): void {
  const spec = route.responses[answer.status];
  if (spec === undefined) {
    throw new Error(`${route.id} answered ${answer.status}, which its entry does not name.`);
  }
  if (
    spec.schema &&
    answer.body !== null &&
    !/html/.test(answer.headers.get("content-type") ?? "")
  ) {
    const result = madeOnce(spec.schema).safeParse(answer.body);
    if (!result.success) {
      throw new Error(`${route.id} broke its contract: ${JSON.stringify(result.error.issues)}`);
    }
    const strays = straysIn(spec.schema, answer.body, spec.canonical);
    if (strays.length > 0) throw new Error(`${route.id} broke its contract: ${strays.join("; ")}`);
  }
}

function checkRefusal(
  route: Route,
  { status, headers, body }: ApiAnswer,
  lastFault: () => unknown,
): void {
  const codes = errorsOf(route).filter((code) => statusOf(code, route.access) === status);
  const gateway: readonly number[] = gatewayStatusesOf(route);
  const isDocumented = isGateways(body)
    ? gateway.includes(status)
    : codes.some((code) => body === null || code === body.code);
  const isProblem = headers.get("content-type") === "application/problem+json";
  const isSaid = typeof body?.code === "string" && !isGateways(body);
  if (isSaid && !(isProblem && body.status === status)) {
    throw new Error(`${route.id} answered ${status}, not as a problem document: ${body.code}.`);
  }
  if (isDocumented) return;
  throw new Error(
    `${route.id} answered ${status} ${JSON.stringify(body?.code ?? body)}, which neither the ` +
      "`errors` of its entry nor what is derived from it (shared/routes/route-errors.ts) names." +
      (status === 500 ? ` The local run said last: ${lastFault()}` : ""),
  );
}
