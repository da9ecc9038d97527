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
import { writtenBytes } from "#shared/domain/text/written.ts";
import type { TokenOutcome } from "./token-flow.ts";

/** The ports that listing needs. */
export interface ListPorts extends Pace {
  http: Http;
  lane: Lane;
  /** An access token; `refused` is one that the upstream no longer accepts. */
  token: (refused?: string) => Promise<TokenOutcome>;
  /** True once this invocation must wind up. */
  stopping: () => boolean;
}

export type ListAnswer =
  | { outcome: "page"; body: Record<string, unknown>; nextPageToken: string | null }
  /** 404: the list does not exist there. */
  | { outcome: "absent"; fault: UpstreamFault }
  /** Only this list failed. */
  | { outcome: "fault"; fault: UpstreamFault }
  /** No access token can be obtained, so nothing more can be listed. */
  | { outcome: "fatal"; fault: UpstreamFault }
  | { outcome: "stopped" };

const ATTEMPTS = 7;
const PAGE_SIZE = 100;
/** The page token is kept with the list's progress. */
const LONGEST_PAGE_TOKEN = 2000;

/** Reads one page of a list. */
export function listPage(
  url: string,
  pageToken: string | null,
  ports: ListPorts,
): Promise<ListAnswer> {
  const query = new URLSearchParams({
    pageSize: String(PAGE_SIZE),
    ...(pageToken === null ? {} : { pageToken }),
  });
  return askVendor(`${url}?${query}`, ports);
}

/**
 * One GET request for a JSON object. Retries transient failures with backoff, waiting outside the
 * lane; renews an expired token once. The vendor refuses any query parameter that it does not know.
 */
export async function askVendor(url: string, ports: ListPorts): Promise<ListAnswer> {
  let refused: string | undefined;
  for (let attempt = 0; ; attempt += 1) {
    if (ports.stopping()) return { outcome: "stopped" };
    const obtained = await ports.token(refused);
    if (ports.stopping()) return { outcome: "stopped" };
    if (!obtained.ok) return { outcome: "fatal", fault: obtained.fault };
    const { token } = obtained.token;
    const answer = await ports.lane.run(() => get(url, token, ports));
    if (!answer.reached && answer.code === "aborted") return { outcome: "stopped" };
    if (answer.reached && answer.status === 401) {
      if (refused !== undefined) {
        return { outcome: "fatal", fault: faultOf("enumerate", answer, [refused, token]) };
      }
      refused = token;
      continue;
    }
    if (!mayPass(answer)) {
      ports.lane.widen();
      return understood(answer, token);
    }
    if (attempt + 1 >= ATTEMPTS) return understood(answer, token);
    if (answer.reached && answer.status === 429) ports.lane.narrow();
    if (!(await ports.sleep(waitBefore(attempt, answer, ports)))) return { outcome: "stopped" };
  }
}

const get = (url: string, token: string, { http }: ListPorts): Promise<HttpAnswer> =>
  http({
    method: "GET",
    url,
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
  });

function understood(answer: HttpAnswer, token: string): ListAnswer {
  if (!answer.reached || answer.status !== 200) {
    const outcome = answer.reached && answer.status === 404 ? "absent" : "fault";
    return { outcome, fault: faultOf("enumerate", answer, [token]) };
  }
  const parsed = parseJson(answer.text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return malformed("The 200 response was not a JSON object.");
  }
  const body = record(parsed);
  const next = body.nextPageToken;
  if (typeof next === "string" && writtenBytes(next) > LONGEST_PAGE_TOKEN) {
    return malformed("The token of the next page is too long.");
  }
  return {
    outcome: "page",
    body,
    nextPageToken: typeof next === "string" && next !== "" ? next : null,
  };
}

const malformed = (description: string): ListAnswer => ({
  outcome: "fault",
  fault: { stage: "enumerate", http_status: 200, code: "malformed_response", description },
});
