import { cut, visibleLine } from "#shared/domain/text/text.ts";
import { signRequest } from "#shared/platform/aws/signed-request.ts";
import { now } from "#shared/platform/clock.ts";
import { type Asked, ask, type Json } from "#shared/platform/http/ask.ts";
import { traceHeaders } from "#shared/platform/log.ts";
import { baseUrl, requiredSetting, setting } from "#shared/platform/settings.ts";

const LONGEST_FAULT = 500;

/**
 * A step that did not go as expected. Its message is a sentence without link, token or text. It may
 * quote an untrusted response, which is truncated and whose invisible characters are made visible.
 */
export class CanaryFault extends Error {
  /** The code of the refusal that it reports, if there is one. */
  readonly code: string | null;

  constructor(sentence: string, code: string | null = null) {
    super(cut(visibleLine(sentence), LONGEST_FAULT));
    this.code = code;
  }
}

const TIMEOUT_MS = 15_000;

type Method = "GET" | "POST" | "PUT";
type CanaryPath = `/canary/${string}`;

/**
 * Calls one of the canary's paths, signed with the function's own role.
 * @throws CanaryFault for a refusal and for a response that is not JSON
 */
export async function askAsCanary(
  method: Method,
  path: CanaryPath,
  body?: unknown,
): Promise<Asked> {
  const { url, ...request } = await signRequest(
    {
      service: "execute-api",
      region: requiredSetting("AWS_REGION"),
      method,
      url: `${setting("CANARY_API_URL") ?? baseUrl()}${path}`,
      headers: { accept: "application/json", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
    now(),
  );
  const answer = await callOpenly(url, request as RequestInit);
  accepted(`${method} ${path.split("?")[0]}`, answer);
  return answer;
}

/** As `askAsCanary`, but returns only the answer's body. */
export const callAsCanary = async (
  method: Method,
  path: CanaryPath,
  body?: unknown,
): Promise<Json> => (await askAsCanary(method, path, body)).body;

/**
 * The body of a response that is not a refusal.
 * @param what was called, in a form that may be logged
 * @throws CanaryFault
 */
export function accepted(what: string, { status, body }: Asked): Json {
  if (status < 400 && body !== null) return body;
  const code: string | null = typeof body?.code === "string" ? body.code : null;
  throw new CanaryFault(`${what} answered ${status}${code === null ? "" : ` ${code}`}.`, code);
}

/** Calls an address without credentials, as anybody can. */
export async function callOpenly(url: string, request: RequestInit): Promise<Asked> {
  try {
    return await ask(url, {
      ...request,
      headers: { ...(request.headers as Record<string, string>), ...traceHeaders() },
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new CanaryFault(`${new URL(url).origin} did not answer within ${TIMEOUT_MS / 1000} s.`);
  }
}
