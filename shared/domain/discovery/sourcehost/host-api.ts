import type { Lane } from "#shared/domain/discovery/lane.ts";
import {
  faultOf,
  type Http,
  type HttpAnswer,
  mayPass,
  type Pace,
  parseJson,
  record,
  type UpstreamFault,
  waitBefore,
} from "#shared/domain/discovery/upstream.ts";
import { rateLimitMs } from "#shared/domain/sourcehost/rate-limit.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import type { Quiet } from "./quiet.ts";

/** An installation token, or why there is none, with the host's response. */
export type HostToken =
  | { ok: true; token: string }
  | { ok: false; fault: UpstreamFault; answer: HttpAnswer };

/** The ports that reading the source host's API needs. */
export interface HostPorts extends Pace {
  http: Http;
  lane: Lane;
  quiet: Quiet;
  apiUrl: string;
  /** `refused` is a token that the host no longer accepts. */
  token: (refused?: string) => Promise<HostToken>;
  /** True once this invocation must wind up. */
  stopping: () => boolean;
}

export type HostAnswer<T = unknown> =
  | { outcome: "read"; body: T }
  /** Only this request was refused or failed. */
  | { outcome: "fault"; fault: UpstreamFault }
  /** No token can be obtained, so nothing more can be read. */
  | { outcome: "fatal"; fault: UpstreamFault }
  /** The host's rate limit is exhausted until then (milliseconds since the epoch). */
  | { outcome: "limited"; until: number }
  | { outcome: "stopped" };

const ATTEMPTS = 6;
/** Longer waits would waste paid invocation time: the run continues after the wait instead. */
const LONGEST_WAIT_MS = 60_000;

/** Takes from a body what a request is about; null if the body has another shape. */
export type Reader<T> = (body: Readonly<Record<string, unknown>>) => T | null;

/**
 * One GET request to the host's API. Retries transient failures and rate limits; renews an expired
 * token once. Nothing is sent while the host wants no calls for the installation. A 200 of another
 * shape is a fault, so that it does not count as an empty list or file.
 */
export async function askHost<T>(
  path: string,
  reader: Reader<T>,
  ports: HostPorts,
): Promise<HostAnswer<T>> {
  let refused: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const waited = await awaitQuiet(ports);
    if (waited !== null) return waited;
    const obtained = await ports.token(refused);
    if (ports.stopping()) return { outcome: "stopped" };
    const heard = obtained.ok
      ? await ports.lane.run(() => getUnlessQuiet(path, obtained.token, ports))
      : await heed(obtained.answer, ports);
    if (heard === null) {
      // The host asked for quiet while this request waited for its place in the lane.
      attempt -= 1;
      continue;
    }
    const { answer, limitedUntil: until } = heard;
    if (!answer.reached && answer.code === "aborted") return { outcome: "stopped" };
    if (obtained.ok && answer.reached && answer.status === 401) {
      const fault = faultOf("enumerate", answer, [obtained.token]);
      if (refused !== undefined) return { outcome: "fatal", fault };
      refused = obtained.token;
      continue;
    }
    if (until !== null) {
      if (attempt + 1 >= ATTEMPTS) return { outcome: "limited", until };
      continue;
    }
    if (!mayPass(answer) || attempt + 1 >= ATTEMPTS) {
      if (!obtained.ok) return { outcome: "fatal", fault: obtained.fault };
      ports.lane.widen();
      return understood(answer, obtained.token, reader);
    }
    if (!(await ports.sleep(waitBefore(attempt, answer, ports)))) return { outcome: "stopped" };
  }
}

/**
 * Waits while the host wants no calls, with jitter, so that not all lanes call again at once.
 * @returns null once it may be called, else why this invocation cannot wait
 */
async function awaitQuiet(
  ports: HostPorts,
): Promise<Exclude<HostAnswer, { outcome: "read" }> | null> {
  for (;;) {
    if (ports.stopping()) return { outcome: "stopped" };
    const until = await ports.quiet.until();
    const waitMs = until - ports.now();
    if (waitMs <= 0) return null;
    if (waitMs > LONGEST_WAIT_MS) return { outcome: "limited", until };
    const isAwake = await ports.sleep(waitMs + ports.random() * JITTER_MS);
    if (!isAwake) return { outcome: "stopped" };
  }
}

const JITTER_MS = 500;

interface Heard {
  answer: HttpAnswer;
  /** When the rate limit in the answer ends, in milliseconds since the epoch; null: no limit. */
  limitedUntil: number | null;
}

/** Notes a rate limit before the next request takes this one's place in the lane. */
async function getUnlessQuiet(
  path: string,
  token: string,
  ports: HostPorts,
): Promise<Heard | null> {
  if ((await ports.quiet.until()) > ports.now()) return null;
  const answer = await get(path, token, ports);
  // A caller whom the host does not know has a limit of its own, not the installation's.
  const isRefused = answer.reached && answer.status === 401;
  return isRefused ? { answer, limitedUntil: null } : heed(answer, ports);
}

async function heed(answer: HttpAnswer, ports: HostPorts): Promise<Heard> {
  const limitMs = rateLimitMs(answer, ports.now());
  if (limitMs === null) return { answer, limitedUntil: null };
  ports.lane.narrow();
  const limitedUntil = ports.now() + limitMs;
  await ports.quiet.note(limitedUntil);
  return { answer, limitedUntil };
}

const get = (path: string, token: string, { http, apiUrl }: HostPorts): Promise<HttpAnswer> =>
  http({
    method: "GET",
    url: `${withoutTrailing("/", apiUrl)}${path}`,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "user-agent": "countersign",
      "x-github-api-version": "2022-11-28",
    },
  });

function understood<T>(answer: HttpAnswer, token: string, reader: Reader<T>): HostAnswer<T> {
  if (!answer.reached || answer.status !== 200) {
    return { outcome: "fault", fault: faultOf("enumerate", answer, [token]) };
  }
  const body = reader(record(parseJson(answer.text)));
  if (body !== null) return { outcome: "read", body };
  const description = "The 200 response did not have the content that was asked for.";
  const code = "malformed_response";
  return { outcome: "fault", fault: { stage: "enumerate", http_status: 200, code, description } };
}
