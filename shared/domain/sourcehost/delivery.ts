import { toldInstant } from "#shared/domain/connections/told-instant.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { cut, parseBounded } from "#shared/domain/text/text.ts";
import { MAX_DELIVERY_VALUES } from "./limits.ts";

/** The body of a delivery: a JSON object; any member may be missing or of an unexpected type. */
export type Payload = Readonly<Record<string, unknown>>;

/** A parsed delivery whose signature has been verified. */
export interface Delivery {
  /** The sender's GUID; a redelivery has the same one. */
  id: string;
  /** The event kind; `unknown` if the sender gave none. */
  event: string;
  payload: Payload;
}

const LONGEST_ID = 200;
const LONGEST_EVENT = 100;

const isJson = (contentType: string | undefined): boolean =>
  contentType?.split(";")[0]?.trim().toLowerCase() === "application/json";

/** The delivery id as sent, truncated to what is stored; null if there is none. */
export const deliveryIdOf = (headers: Readonly<Record<string, string>>): string | null =>
  cut(headers["x-github-delivery"]?.trim() ?? "", LONGEST_ID) || null;

export const eventOf = (headers: Readonly<Record<string, string>>): string =>
  cut(headers["x-github-event"]?.trim() ?? "", LONGEST_EVENT) || "unknown";

/**
 * Parses a delivery from its headers (names in lower case) and its verified bytes.
 * @throws DomainError `unsupported_media_type`, `malformed_payload`, `missing_delivery_id`
 */
export function readDelivery(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Delivery {
  if (!isJson(headers["content-type"])) {
    throw new DomainError("unsupported_media_type", "A delivery must be application/json.");
  }
  const payload = objectIn(body);
  const id = deliveryIdOf(headers);
  if (id === null) {
    throw new DomainError("missing_delivery_id", "The header X-GitHub-Delivery is missing.");
  }
  return { id, event: eventOf(headers), payload };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Ignores a byte-order mark (RFC 8259, section 8.1); rejects bytes that are not UTF-8. */
function objectIn(body: Uint8Array): Payload {
  let value: unknown;
  try {
    value = parseBounded(utf8.decode(body), { values: MAX_DELIVERY_VALUES });
  } catch {
    throw new DomainError(
      "malformed_payload",
      "The body is not JSON, nests too deeply or holds too much.",
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DomainError("malformed_payload", "The body must be a JSON object.");
  }
  return value as Payload;
}

/** The id of the installation that a payload names, as text; null if it names none. */
export function installationIdOf({ installation }: Payload): string | null {
  const id = (installation as { id?: unknown } | null | undefined)?.id;
  if (typeof id === "number" && Number.isSafeInteger(id) && id > 0) return String(id);
  return typeof id === "string" && /^[1-9]\d{0,18}$/.test(id) ? id : null;
}

/**
 * Whether a body tells when its installation changed, as the host's own bodies do. Two changes differ in
 * that time, so the same body can come twice only as a replay.
 * @param received ISO 8601 UTC
 */
export function tellsChange({ installation }: Payload, received: string): boolean {
  const { updated_at, suspended_at } = (installation ?? {}) as Record<string, unknown>;
  return [updated_at, suspended_at].some((told) => toldInstant(told, received) !== null);
}
