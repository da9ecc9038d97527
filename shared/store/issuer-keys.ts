import { sha256Hex } from "#shared/domain/canonical.ts";
import { change, is, isAbsent } from "./item.ts";
import { getItem, type Item } from "./read.ts";
import type { Key } from "./table-schema.ts";
import { updateItem } from "./update.ts";

/*
 * ISSUER_KEYS#<hash of its address> / META   the public keys of a CI system's token issuer as last
 *    fetched, what failed since, and until when nobody asks it again; kept for a day after that
 */

const KEPT_SECONDS = 24 * 3600;

/** The stored state of an issuer; times in milliseconds since the epoch. */
export interface IssuerKeys {
  /** JSON text of the JWKS; null: it never answered. */
  jwks: string | null;
  fetched_at: number;
  /** Why the last attempt failed; null: it did not, or is under way. */
  failure: { code: string; detail: string } | null;
  /** Somebody is asking, or has asked, and nobody else asks before this. */
  quiet_until: number;
}

const keyOf = (issuer: string): Key => ({ pk: `ISSUER_KEYS#${sha256Hex(issuer)}`, sk: "META" });

const knownOf = (item: Item | null): IssuerKeys => ({
  jwks: null,
  fetched_at: 0,
  failure: null,
  quiet_until: 0,
  ...(item?.known as Partial<IssuerKeys> | undefined),
});

export const readIssuerKeys = async (issuer: string): Promise<IssuerKeys> =>
  knownOf(await getItem(keyOf(issuer)));

/**
 * Lets one caller ask the issuer, if nobody is asking and its quiet has ended.
 * @param before what was read
 * @returns false if somebody else was quicker
 */
export const beginAsking = async (
  issuer: string,
  before: IssuerKeys,
  quietUntil: number,
): Promise<boolean> =>
  write(issuer, before.quiet_until, { ...before, failure: null, quiet_until: quietUntil });

/** Stores what came of it, if nobody has begun to ask in the meantime. */
export const endAsking = (
  issuer: string,
  quietUntil: number,
  after: IssuerKeys,
): Promise<boolean> => write(issuer, quietUntil, after);

async function write(issuer: string, ifQuietUntil: number, known: IssuerKeys): Promise<boolean> {
  const { updated } = await updateItem(
    change(keyOf(issuer), {
      set: { known, ttl: Math.floor(known.quiet_until / 1000) + KEPT_SECONDS },
      where: ifQuietUntil === 0 ? isAbsent("pk") : is({ "known.quiet_until": ifQuietUntil }),
    }),
  );
  return updated;
}
