import { setTimeout as wait } from "node:timers/promises";
import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from "jose";
import { DomainError, type ErrorCode } from "#shared/domain/errors.ts";
import { createAgedCache } from "#shared/platform/cache/aged-cache.ts";
import { nowMs } from "#shared/platform/clock.ts";
import { FETCH_MS, fetchIssuerKeys } from "#shared/platform/http/issuer-keys.ts";
import {
  beginAsking,
  endAsking,
  type IssuerKeys,
  readIssuerKeys,
} from "#shared/store/issuer-keys.ts";

/*
 * The public keys of CI systems' token issuers. The keys are stored in the table, so only one function
 * at a time asks an issuer, and none asks again just after the issuer failed.
 */

const MAX_AGE_MS = 10 * 60_000;
/** While an issuer cannot be reached, keys of this age still count. */
const USABLE_MS = 60 * 60_000;
/** How often an unknown key makes us ask the issuer again. */
const LOOK_AGAIN_MS = 60_000;
/** How long a failure is remembered. */
const FAILURE_MS = 30_000;
/** A function that has not stored an answer by then has died. */
const ASKING_MS = FETCH_MS + 2000;
const PAUSE_MS = 100;
const SLOW = "The token's issuer takes long to give its keys. Try again in a moment.";

/** Keys that this instance has read, by their text: importing them takes time. */
const imported = createAgedCache<LocalJWKSet>({ maxAgeMs: USABLE_MS, mostKept: 100 });
/** An issuer's keys, as this instance read them last. */
const recent = createAgedCache<IssuerKeys>({ maxAgeMs: MAX_AGE_MS, mostKept: 100 });

/**
 * The issuer's keys, at most ten minutes old.
 * @throws DomainError `issuer_unreachable`, `endpoint_blocked`
 */
export async function issuerKeys(issuer: string): Promise<LocalJWKSet> {
  const mine = recent.get(issuer, nowMs());
  const known = mine !== undefined && isYoung(mine, MAX_AGE_MS) ? mine : await askedFor(issuer);
  if (isYoung(known, known.failure === null ? MAX_AGE_MS : USABLE_MS)) return keysIn(known);
  throw failureOf(known);
}

/** The keys after another request, made for an unknown key id; null if there was a request just now. */
export async function issuerKeysAgain(issuer: string): Promise<LocalJWKSet | null> {
  const mine = recent.get(issuer, nowMs());
  const known = await readIssuerKeys(issuer);
  if (known.fetched_at > (mine?.fetched_at ?? 0)) return keysIn(remembered(issuer, known));
  if (known.quiet_until > nowMs()) return null;
  const asked = await ask(issuer, known);
  if (asked === null) return null;
  if (asked.failure !== null) throw failureOf(asked);
  return keysIn(asked);
}

const isYoung = ({ jwks, fetched_at }: IssuerKeys, ms: number): boolean => {
  const age = nowMs() - fetched_at;
  return jwks !== null && age >= 0 && age < ms;
};

/** An issuer's stored state, after this or another function asked the issuer if necessary. */
async function askedFor(issuer: string): Promise<IssuerKeys> {
  const givenUpAt = nowMs() + ASKING_MS;
  for (;;) {
    const known = await readIssuerKeys(issuer);
    const isAsked = known.failure === null && known.quiet_until > nowMs();
    if (isYoung(known, MAX_AGE_MS)) return remembered(issuer, known);
    if (known.failure !== null && known.quiet_until > nowMs()) return known;
    const asked = isAsked ? null : await ask(issuer, known);
    if (asked !== null) return asked;
    if (nowMs() >= givenUpAt) throw new DomainError("issuer_unreachable", SLOW, { retryAfter: 1 });
    await wait(PAUSE_MS);
  }
}

/** Asks the issuer and stores what came of it; null if somebody else began to ask just now. */
async function ask(issuer: string, known: IssuerKeys): Promise<IssuerKeys | null> {
  const begun = nowMs() + ASKING_MS;
  if (!(await beginAsking(issuer, known, begun))) return null;
  const after = await outcomeOf(issuer, known);
  await endAsking(issuer, begun, after);
  return remembered(issuer, after);
}

async function outcomeOf(issuer: string, known: IssuerKeys): Promise<IssuerKeys> {
  try {
    const jwks = await fetchIssuerKeys(issuer);
    const fetched_at = nowMs();
    return { jwks, fetched_at, failure: null, quiet_until: fetched_at + LOOK_AGAIN_MS };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const failure = { code: error.code, detail: error.message };
    return { ...known, failure, quiet_until: nowMs() + FAILURE_MS };
  }
}

function remembered(issuer: string, known: IssuerKeys): IssuerKeys {
  if (known.jwks !== null) recent.set(issuer, known, nowMs());
  return known;
}

function keysIn({ jwks }: IssuerKeys): LocalJWKSet {
  const text = jwks ?? '{"keys":[]}';
  const found = imported.get(text, nowMs());
  if (found !== undefined) return found;
  const keys = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
  imported.set(text, keys, nowMs());
  return keys;
}

function failureOf({ failure, quiet_until }: IssuerKeys): DomainError {
  const { code, detail } = failure ?? { code: "issuer_unreachable", detail: "It has no keys." };
  const retryAfter = Math.max(1, Math.ceil((quiet_until - nowMs()) / 1000));
  return new DomainError(code as ErrorCode, detail, { retryAfter });
}
