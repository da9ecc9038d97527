import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalJson } from "#shared/domain/canonical.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { requiredSetting } from "#shared/platform/settings.ts";

/** The list that a cursor leads on in: of another it is refused. */
export interface CursorScope {
  route: string;
  tenantId: string | null;
  params: unknown;
  /** The whole query; page size and cursor may change from page to page. */
  query: Readonly<Record<string, unknown>>;
}

const MAC_BYTES = 16;

/** The cursor as callers see it: a position in a list, authenticated (contract, "Text"). */
export const sealCursor = (position: string, scope: CursorScope): string =>
  Buffer.concat([mac(position, scope), Buffer.from(position, "utf8")]).toString("base64url");

/**
 * The position that a cursor stands for.
 * @throws DomainError `validation_failed` for one that was not issued for this list
 */
export function openCursor(cursor: string, scope: CursorScope): string {
  const bytes = Buffer.from(cursor, "base64url");
  const position = bytes.subarray(MAC_BYTES).toString("utf8");
  const isOurs =
    bytes.length > MAC_BYTES &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(position, scope)) &&
    bytes.toString("base64url") === cursor;
  if (isOurs) return position;
  throw new DomainError("validation_failed", "Not valid: cursor.", {
    errors: [{ path: "cursor", message: "was not issued for this list" }],
  });
}

function mac(position: string, { route, tenantId, params, query }: CursorScope): Buffer {
  const { limit, cursor, ...filters } = query;
  const said = canonicalJson([route, tenantId, params, withoutUndefined(filters), position]);
  const full = createHmac("sha256", requiredSetting("CURSOR_KEY")).update(said).digest();
  return full.subarray(0, MAC_BYTES);
}

const withoutUndefined = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
