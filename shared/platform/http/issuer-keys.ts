import { DomainError } from "#shared/domain/errors.ts";
import { parseBounded } from "#shared/domain/text/text.ts";
import { addressRules, guardedRequest } from "./guarded-request.ts";

/** How long an issuer may take for each of its two documents. */
const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
/** The most bytes that keys take as text, so that the table can hold them. */
const MAX_KEY_BYTES = 200_000;

/** The longest that {@link fetchIssuerKeys} takes. */
export const FETCH_MS = 2 * TIMEOUT_MS;

/**
 * Fetches the public keys of a CI system's token issuer through its discovery document.
 * @returns the JSON text of a JWKS
 * @throws DomainError `issuer_unreachable`, `endpoint_blocked`
 */
export async function fetchIssuerKeys(issuer: string): Promise<string> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const configuration = await fetchJson(address);
  if (configuration.issuer !== issuer || typeof configuration.jwks_uri !== "string") {
    throw unreachable("its discovery document names another issuer, or no keys");
  }
  const { keys } = await fetchJson(configuration.jwks_uri);
  const areKeys = Array.isArray(keys) && keys.every(isObject);
  const text = areKeys ? JSON.stringify({ keys }) : "";
  if (text === "" || Buffer.byteLength(text) > MAX_KEY_BYTES) {
    throw unreachable("its keys cannot be read");
  }
  return text;
}

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const result = await guardedRequest(
    { method: "GET", url, timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES },
    addressRules("PIPELINE_ISSUER_ALLOWED_HOSTS"),
  );
  if (!result.ok && result.code === "endpoint_blocked") {
    throw new DomainError("endpoint_blocked", "The issuer's address is not allowed.");
  }
  if (!result.ok) throw unreachable(result.code);
  if (result.answer.status !== 200) throw unreachable(`it answered ${result.answer.status}`);
  try {
    return Object(parseBounded(result.answer.bytes.toString())) as Record<string, unknown>;
  } catch {
    throw unreachable("it did not answer JSON, or nests it too deeply");
  }
}

const unreachable = (why: string): DomainError =>
  new DomainError("issuer_unreachable", `The token's issuer cannot be asked for its keys: ${why}.`);
