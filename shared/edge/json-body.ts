import { isUtf8 } from "node:buffer";
import httpJsonBodyParser from "@middy/http-json-body-parser";
import { DomainError } from "#shared/domain/errors.ts";
import { isDeeperThan, MOST_LEVELS } from "#shared/domain/text/bounded-json.ts";
import { mediaTypeOf, refusedName } from "./input.ts";

/** What of an event the parser reads, and where it leaves the parsed body. */
interface WithBody {
  headers: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  isBase64Encoded: boolean;
}

// The media type has been checked more strictly by then.
const parser = httpJsonBodyParser({ disableContentTypeCheck: true });

/**
 * Replaces the event's body by the JSON that it contains, after bounding how deep that nests.
 * @param bytes the body as sent
 * @throws DomainError `unsupported_media_type`, `malformed_json`; `validation_failed` for a member
 *   named `__proto__`, or a `constructor` with a `prototype`
 */
export function parseJsonBody(event: WithBody, bytes: Buffer): void {
  const { headers } = event;
  if (!/^application\/(?:[a-z0-9.+-]{1,100}\+)?json$/.test(mediaTypeOf(headers["content-type"]))) {
    throw new DomainError("unsupported_media_type", "The body must be application/json.");
  }
  if (!isUtf8(bytes)) throw new DomainError("malformed_json", "The body is not UTF-8.");
  if (isDeeperThan(MOST_LEVELS, bytes.toString("utf8"))) {
    const detail = `The body nests deeper than ${MOST_LEVELS} levels.`;
    throw new DomainError("malformed_json", detail);
  }
  try {
    parser.before?.({ event } as Parameters<NonNullable<typeof parser.before>>[0]);
  } catch (fault) {
    const { cause } = fault as { cause?: { data?: unknown; message?: unknown } };
    if (cause?.message === undefined && typeof cause?.data === "string") {
      throw refusedName(cause.data);
    }
    throw new DomainError("malformed_json", "The body is not a JSON document.");
  }
}
