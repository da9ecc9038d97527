import { createHmac } from "node:crypto";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { areEqualSecrets } from "#shared/domain/equal-secrets.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { credential, previousCredential } from "#shared/platform/secrets/secrets.ts";
import type { Route } from "#shared/routes/contract/route.ts";
import { bind, bindBody } from "./bind.ts";
import type { CursorScope, Cursors, Guard, Identify } from "./call.ts";

const cursors: Cursors = { open: openCursor, seal: sealCursor };

/** For functions that return pages: only they load the key that authenticates cursors. */
export const bindList = <R extends Route, G = undefined>(
  route: R,
  guard?: Guard<R, G>,
  identify?: Identify<R>,
) => bind(route, guard, cursors, identify);

/** For functions that answer with one page and nothing else. */
export const bindPage = <R extends Route, G = undefined>(route: R, guard?: Guard<R, G>) =>
  bindBody(route, guard, cursors);

const MAC_BYTES = 16;

/** The cursor as callers see it: a position in a list, authenticated (contract, "Text"). */
async function sealCursor(position: string, scope: CursorScope): Promise<string> {
  const text = Buffer.from(position, "utf8");
  return Buffer.concat([mac(await cursorKey(), position, scope), text]).toString("base64url");
}

/**
 * The position that a cursor stands for.
 * @throws DomainError `validation_failed` if the cursor was not issued for this list
 */
async function openCursor(cursor: string, scope: CursorScope): Promise<string> {
  const bytes = Buffer.from(cursor, "base64url");
  const position = bytes.subarray(MAC_BYTES).toString("utf8");
  const isWhole = bytes.length > MAC_BYTES && bytes.toString("base64url") === cursor;
  const isBy = (key: string) =>
    areEqualSecrets(bytes.subarray(0, MAC_BYTES), mac(key, position, scope));
  if (isWhole && isBy(await cursorKey())) return position;
  // A cursor stays valid through one rotation of its key, because pollers keep cursors for months.
  const former = isWhole ? await previousCredential("CURSOR_KEY", nowMs()) : null;
  if (former !== null && isBy(former)) return position;
  throw new DomainError("validation_failed", "Not valid: cursor.", {
    errors: [{ path: "cursor", message: "was not issued for this list" }],
  });
}

/** @throws DomainError `dependency_unavailable` when the key cannot be read */
async function cursorKey(): Promise<string> {
  const key = await credential("CURSOR_KEY", nowMs());
  if (key !== null) return key;
  throw new DomainError("dependency_unavailable", "The key that authenticates cursors is missing.");
}

function mac(key: string, position: string, scope: CursorScope): Buffer {
  const { route, tenantId, params, query } = scope;
  const { limit, cursor, ...filters } = query;
  const said = canonicalJson([route, tenantId, params, withoutUndefined(filters), position]);
  const full = createHmac("sha256", key).update(said).digest();
  return full.subarray(0, MAC_BYTES);
}

const withoutUndefined = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
