import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import { type AddressRules, judgeAddress } from "#shared/domain/clearance/address.ts";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { traceHeaders } from "#shared/platform/log.ts";
import { exemptAgent, guardedAgent, isGuardError, leadsInside } from "./address-guard.ts";

export interface GuardedRequest {
  method: "GET" | "POST";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Covers DNS, TLS, headers and what is read of the answer. */
  timeoutMs: number;
  mostBytes: number;
  /** What an answer longer than that is: refused, or read so far. */
  longer: "refused" | "cut";
}

interface GuardedAnswer {
  status: number;
  retryAfter: string | null;
  body: string;
}

/** Why there is no answer; nothing of the network's own words. */
type GuardedFailure = "endpoint_blocked" | "timeout" | "unreachable" | "answer_too_large";

export type GuardedResult =
  | { ok: true; answer: GuardedAnswer }
  | { ok: false; code: GuardedFailure };

/**
 * Whether an address may be saved, as it is written: no name is resolved (clearance.md, section 2).
 */
export async function mayBeSaved(address: string, rules: AddressRules): Promise<boolean> {
  const verdict = judgeAddress(address, rules);
  if (!verdict.ok || verdict.exempt) return verdict.ok;
  const host = withoutTrailing(".", verdict.url.hostname);
  const isLiteral = isIP(host.replace(/^\[|\]$/g, "")) !== 0;
  return !isLiteral || !(await leadsInside(host));
}

/**
 * Calls an address that a customer or an operator named: it is judged on every call, and each
 * resolved address when the connection is made; no redirect is followed, nothing decompressed.
 */
export async function guardedRequest(
  request: GuardedRequest,
  rules: AddressRules,
): Promise<GuardedResult> {
  const verdict = judgeAddress(request.url, rules);
  if (!verdict.ok) return { ok: false, code: "endpoint_blocked" };
  const agent = verdict.exempt ? exemptAgent(verdict.url.protocol) : await guardedAgent();
  return await sendOnce(verdict.url, agent, request);
}

function sendOnce(url: URL, agent: http.Agent, request: GuardedRequest): Promise<GuardedResult> {
  return new Promise((resolve) => {
    let outgoing: http.ClientRequest | undefined;
    const finish = (result: GuardedResult): void => {
      clearTimeout(timer);
      resolve(result);
      outgoing?.destroy();
      agent.destroy();
    };
    const timer = setTimeout(() => finish({ ok: false, code: "timeout" }), request.timeoutMs);
    try {
      outgoing = (url.protocol === "http:" ? http : https).request(url, {
        method: request.method,
        agent,
        headers: {
          ...request.headers,
          ...traceHeaders(),
          "accept-encoding": "identity",
          "user-agent": "countersign",
          ...(request.body === undefined
            ? {}
            : { "content-length": Buffer.byteLength(request.body) }),
        },
      });
    } catch {
      finish({ ok: false, code: "unreachable" });
      return;
    }
    // Errors also arrive during teardown; only the first outcome counts.
    outgoing.on("error", (error) => finish({ ok: false, code: codeOf(error) }));
    outgoing.on("response", (incoming) => readAnswer(incoming, request, finish));
    outgoing.end(request.body);
  });
}

function readAnswer(
  incoming: http.IncomingMessage,
  { mostBytes, longer }: GuardedRequest,
  finish: (result: GuardedResult) => void,
): void {
  const status = incoming.statusCode ?? 0;
  const retryAfter = incoming.headers["retry-after"] ?? null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = (): void => {
    const body = Buffer.concat(chunks).toString("utf8");
    finish({ ok: true, answer: { status, retryAfter, body } });
  };
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= mostBytes) chunks.push(chunk);
    else if (longer === "cut") end();
    else finish({ ok: false, code: "answer_too_large" });
  });
  incoming.on("end", end);
  incoming.on("error", () => finish({ ok: false, code: "unreachable" }));
  incoming.on("close", () => {
    if (!incoming.complete) finish({ ok: false, code: "unreachable" });
  });
}

const codeOf = (error: unknown): GuardedFailure =>
  isGuardError(error) ? "endpoint_blocked" : "unreachable";
