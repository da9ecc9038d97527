import { createLocalJWKSet, type JSONWebKeySet, type LocalJWKSet } from "jose";
import { DomainError } from "#shared/domain/errors.ts";
import { addressRules } from "./address-guard.ts";
import { guardedRequest } from "./guarded-request.ts";

/*
 * The public keys of CI systems' token issuers, through their discovery documents.
 */

interface Kept {
  keys: LocalJWKSet;
  fetchedAt: number;
  /** When the keys were asked for last, whether or not they came. */
  lookedAt: number;
}

const kept = new Map<string, Kept>();
const MOST_KEPT = 100;

const MAX_AGE_MS = 10 * 60_000;
/** While an issuer cannot be reached, keys of this age still count. */
const USABLE_MS = 60 * 60_000;
/** How often a key that is not among the known ones makes us look again. */
const LOOK_AGAIN_MS = 60_000;

const TIMEOUT_MS = 5000;
const MOST_BYTES = 1024 * 1024;

/**
 * The issuer's keys, at most ten minutes old.
 * @param now milliseconds since the epoch
 * @throws DomainError `issuer_unreachable`, `endpoint_blocked`
 */
export async function issuerKeys(issuer: string, now: number): Promise<LocalJWKSet> {
  const known = kept.get(issuer);
  if (known !== undefined && isYounger(known.fetchedAt, now, MAX_AGE_MS)) return known.keys;
  if (known !== undefined && hasLooked(known, now)) return known.keys;
  try {
    return await fetchKeys(issuer, now);
  } catch (error) {
    if (known === undefined || !isYounger(known.fetchedAt, now, USABLE_MS)) throw error;
    return known.keys;
  }
}

/** The keys after another look, for a key id that is unknown; null if the last look was just now. */
export async function issuerKeysAgain(issuer: string, now: number): Promise<LocalJWKSet | null> {
  const known = kept.get(issuer);
  if (known !== undefined && hasLooked(known, now)) return null;
  return await fetchKeys(issuer, now);
}

const isYounger = (at: number, now: number, ms: number): boolean => now >= at && now - at < ms;

/** While the keys still count, an issuer that is down is asked once a minute, too. */
const hasLooked = ({ fetchedAt, lookedAt }: Kept, now: number): boolean =>
  isYounger(lookedAt, now, LOOK_AGAIN_MS) && isYounger(fetchedAt, now, USABLE_MS);

async function fetchKeys(issuer: string, now: number): Promise<LocalJWKSet> {
  const before = kept.get(issuer);
  if (before !== undefined) before.lookedAt = now;
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const configuration = await fetchJson(address);
  if (configuration.issuer !== issuer || typeof configuration.jwks_uri !== "string") {
    throw unreachable("its discovery document names another issuer, or no keys");
  }
  const document = await fetchJson(configuration.jwks_uri);
  const keys = keySetOf(document);
  if (kept.size >= MOST_KEPT && !kept.has(issuer)) kept.clear();
  kept.set(issuer, { keys, fetchedAt: now, lookedAt: now });
  return keys;
}

function keySetOf(document: unknown): LocalJWKSet {
  try {
    return createLocalJWKSet(document as JSONWebKeySet);
  } catch {
    throw unreachable("its keys cannot be read");
  }
}

async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const result = await guardedRequest(
    { method: "GET", url, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES, longer: "refused" },
    addressRules("PIPELINE_ISSUER_ALLOWED_HOSTS"),
  );
  if (!result.ok && result.code === "endpoint_blocked") {
    throw new DomainError("endpoint_blocked", "The issuer's address is not allowed.");
  }
  if (!result.ok) throw unreachable(result.code);
  if (result.answer.status !== 200) throw unreachable(`it answered ${result.answer.status}`);
  try {
    return Object(JSON.parse(result.answer.body)) as Record<string, unknown>;
  } catch {
    throw unreachable("it did not answer JSON");
  }
}

const unreachable = (why: string): DomainError =>
  new DomainError(
    "issuer_unreachable",
    `The token's issuer cannot be asked for its keys: ${why}.`,
    {
      retryAfter: 30,
    },
  );
