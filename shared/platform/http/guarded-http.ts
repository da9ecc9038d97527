import type { IncomingMessage } from "node:http";
import type { Transport } from "#shared/domain/extractors/call.ts";
import { type EndpointRules, judgeEndpoint } from "#shared/domain/extractors/endpoint-rules.ts";
import type { FailureCode } from "#shared/domain/extractors/failure.ts";
import { isGuardError, sendGuarded } from "./guarded-request.ts";
import { Unanswered } from "./send.ts";

/** The most bytes an answer may have; counted as they arrive, whatever the headers say. */
const MAX_BYTES = 1024 * 1024;

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
    const { method, headers, body } = request;
    try {
      const {
        status,
        headers: told,
        bytes,
      } = await sendGuarded(verdict, {
        ...{ method, headers: { ...headers, accept: "application/json" } },
        ...{ body: JSON.stringify(body), timeoutMs, mostBytes: MAX_BYTES, isRead },
      });
      const retryAfter = told["retry-after"] ?? null;
      return { ok: true, answer: { status, retryAfter, body: bytes.toString() } };
    } catch (error) {
      return { ok: false, ...failureOf(error) };
    }
  };

/** Only these statuses have a body that says more than the status does. */
const READ = new Set([200, 400]);

/** A body that is compressed although we asked for none is neither decompressed nor read. */
const isRead = ({ statusCode = 0, headers }: IncomingMessage): boolean =>
  READ.has(statusCode) && (headers["content-encoding"] ?? "identity") === "identity";

/** Keeps the network stack's own messages and codes out of the answer. */
function failureOf(error: unknown): { code: FailureCode; status?: number } {
  if (!(error instanceof Unanswered)) throw error;
  const { code, status, cause } = error;
  if (code === "timeout") return { code };
  if (status !== undefined) return { code: code === "aborted" ? "unreachable" : code, status };
  if (isGuardError(cause)) return { code: "endpoint_blocked" };
  const word = (cause as NodeJS.ErrnoException | null)?.code ?? "";
  if (word === "HPE_HEADER_OVERFLOW") return { code: "response_too_large" };
  if (word === "ERR_INVALID_CHAR") return { code: "credential_invalid" };
  return { code: word.startsWith("HPE_") ? "contract_violation" : "unreachable" };
}
