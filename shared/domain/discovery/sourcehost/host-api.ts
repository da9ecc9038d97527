import type { Lane } from "#shared/domain/discovery/lane.ts";
import {
  faultOf,
  type Http,
  type HttpAnswer,
  mayPass,
  type Pace,
  parseJson,
  type UpstreamFault,
  waitBefore,
} from "#shared/domain/discovery/upstream.ts";
import { rateLimitMs } from "#shared/domain/sourcehost/rate-limit.ts";
import { withoutTrailing } from "#shared/domain/trailing.ts";

/** An installation token, or why there is none, with the host's response. */
export type HostToken =
  | { ok: true; token: string }
  | { ok: false; fault: UpstreamFault; answer: HttpAnswer };

/** The ports that reading the source host's API needs. */
export interface HostPorts extends Pace {
  http: Http;
  lane: Lane;
  apiUrl: string;
  /** `refused` is a token that the host no longer accepts. */
  token: (refused?: string) => Promise<HostToken>;
  /** True once this invocation must wind up. */
  stopping: () => boolean;
}

export type HostAnswer =
  | { outcome: "read"; body: unknown }
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

/**
 * One GET request to the host's API. Retries transient failures and rate limits; renews an expired
 * token once.
 */
export async function askHost(path: string, ports: HostPorts): Promise<HostAnswer> {
  let refused: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    if (ports.stopping()) return { outcome: "stopped" };
    const obtained = await ports.token(refused);
    if (ports.stopping()) return { outcome: "stopped" };
    const answer = obtained.ok
      ? await ports.lane.run(() => get(path, obtained.token, ports))
      : obtained.answer;
    if (!answer.reached && answer.code === "aborted") return { outcome: "stopped" };
    if (obtained.ok && answer.reached && answer.status === 401) {
      const fault = faultOf("enumerate", answer, [obtained.token]);
      if (refused !== undefined) return { outcome: "fatal", fault };
      refused = obtained.token;
      continue;
    }
    const limitMs = rateLimitMs(answer, ports.now());
    if (limitMs !== null) {
      ports.lane.narrow();
      if (limitMs > LONGEST_WAIT_MS || attempt + 1 >= ATTEMPTS) {
        return { outcome: "limited", until: ports.now() + limitMs };
      }
      if (!(await ports.sleep(limitMs))) return { outcome: "stopped" };
      continue;
    }
    if (!mayPass(answer) || attempt + 1 >= ATTEMPTS) {
      if (!obtained.ok) return { outcome: "fatal", fault: obtained.fault };
      ports.lane.widen();
      return understood(answer, obtained.token);
    }
    if (!(await ports.sleep(waitBefore(attempt, answer, ports)))) return { outcome: "stopped" };
  }
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

function understood(answer: HttpAnswer, token: string): HostAnswer {
  if (!answer.reached || answer.status !== 200) {
    return { outcome: "fault", fault: faultOf("enumerate", answer, [token]) };
  }
  const body = parseJson(answer.text);
  if (typeof body === "object" && body !== null) return { outcome: "read", body };
  const description = "The 200 response was not JSON.";
  const code = "malformed_response";
  return { outcome: "fault", fault: { stage: "enumerate", http_status: 200, code, description } };
}
