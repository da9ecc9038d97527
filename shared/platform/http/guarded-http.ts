import http from "node:http";
import https from "node:https";
import type { Sent, Transport, WireRequest } from "#shared/domain/extractors/call.ts";
import { type EndpointRules, judgeEndpoint } from "#shared/domain/extractors/endpoint-rules.ts";
import type { FailureCode } from "#shared/domain/extractors/failure.ts";
import { traceHeaders } from "#shared/platform/log.ts";
import { exemptAgent, guardedAgent, isGuardError } from "./address-guard.ts";

/** The most bytes an answer may have; counted as they arrive, whatever the headers say. */
const MOST_BYTES = 1024 * 1024;

/**
 * The only way to call an extractor: the address is checked on every call and guarded when the
 * connection is made; nothing is decompressed, no redirect followed, no connection reused, and one
 * deadline covers DNS, TLS, headers and the last byte of the body.
 */
export const guardedTransport =
  (rules: EndpointRules): Transport =>
  async (provider, request, timeoutMs) => {
    const verdict = judgeEndpoint(request.url, provider, rules);
    if (!verdict.ok) return { ok: false, code: "endpoint_blocked" };
    const agent = verdict.exempt ? exemptAgent(verdict.url.protocol) : await guardedAgent();
    return await sendOnce(verdict.url, agent, request, timeoutMs);
  };

function sendOnce(
  url: URL,
  agent: http.Agent,
  request: WireRequest,
  timeoutMs: number,
): Promise<Sent> {
  return new Promise((resolve) => {
    const body = Buffer.from(JSON.stringify(request.body));
    let outgoing: http.ClientRequest | undefined;
    const finish = (sent: Sent): void => {
      clearTimeout(timer);
      resolve(sent);
      outgoing?.destroy();
      agent.destroy();
    };
    const timer = setTimeout(() => finish({ ok: false, code: "timeout" }), timeoutMs);
    try {
      outgoing = (url.protocol === "http:" ? http : https).request(url, {
        method: request.method,
        agent,
        headers: {
          ...request.headers,
          ...traceHeaders(),
          accept: "application/json",
          "accept-encoding": "identity",
          "content-length": body.byteLength,
          "user-agent": "countersign",
        },
      });
    } catch (error) {
      finish({ ok: false, code: codeOf(error) });
      return;
    }
    // Errors also arrive after the end, during teardown; only the first outcome counts.
    outgoing.on("error", (error) => finish({ ok: false, code: codeOf(error) }));
    outgoing.on("response", (incoming) => readAnswer(incoming, finish));
    outgoing.end(body);
  });
}

/** Only these statuses have a body that says more than the status does. */
const READ = new Set([200, 400]);

function readAnswer(incoming: http.IncomingMessage, finish: (sent: Sent) => void): void {
  const status = incoming.statusCode ?? 0;
  const retryAfter = incoming.headers["retry-after"] ?? null;
  const fail = (code: FailureCode) => finish({ ok: false, code, status });
  const end = (body: string) => finish({ ok: true, answer: { status, retryAfter, body } });
  incoming.on("error", () => fail("unreachable"));
  // A body that is compressed although we asked for none is neither decompressed nor read.
  const isPlain = (incoming.headers["content-encoding"] ?? "identity") === "identity";
  if (!READ.has(status) || !isPlain) {
    end("");
    return;
  }
  if (Number(incoming.headers["content-length"] ?? 0) > MOST_BYTES) {
    fail("response_too_large");
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  incoming.on("data", (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) fail("response_too_large");
    else chunks.push(chunk);
  });
  incoming.on("end", () => end(Buffer.concat(chunks).toString("utf8")));
  incoming.on("close", () => {
    if (!incoming.complete) fail("unreachable");
  });
}

/** The code for a failed connection; the network stack's own messages and codes go no further. */
function codeOf(error: unknown): FailureCode {
  if (isGuardError(error)) return "endpoint_blocked";
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  if (code === "HPE_HEADER_OVERFLOW") return "response_too_large";
  if (code === "ERR_INVALID_CHAR") return "credential_invalid";
  if (code.startsWith("HPE_")) return "contract_violation";
  return "unreachable";
}
