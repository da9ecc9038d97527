import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PublicJwk } from "#shared/domain/issuer/key.ts";
import {
  firstRecord,
  type IssuerRecord,
  jwksOf,
  OVERLAP_MS,
  overlapIsActive,
  rotatedRecord,
  signingKid,
} from "#shared/domain/issuer/rotation.ts";
import { TOKEN_LIFETIME_S } from "#shared/domain/issuer/token.ts";
import { sized } from "#test/support/full-size.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 20);

/** The longest possible delays between a rotation and a verifier. */
const FUNCTION_CACHE = 30_000;
const HTTP_CACHE = 5 * MINUTE;
const VERIFIER_CACHE = HOUR;
const TOKEN_LIFE = TOKEN_LIFETIME_S * 1000;

const iso = (at: number): string => new Date(at).toISOString();
const key = (kid: string): PublicJwk => ({
  kty: "RSA",
  use: "sig",
  alg: "RS256",
  kid,
  n: `n-${kid}`,
  e: "AQAB",
});

type Rule = (record: IssuerRecord, now: string) => string;
const naive: Rule = (record) => record.current_kid;

interface Timeline {
  rotations: readonly [number, number];
  at(time: number): IssuerRecord;
}

/** Two rotations, the second one any time after the first one's overlap. */
function timeline(first: number, gap: number): Timeline {
  const one = firstRecord(key("k1"), iso(START));
  const two = rotatedRecord(one, key("k2"), iso(first), false);
  const three = rotatedRecord(two, key("k3"), iso(first + gap), false);
  return {
    rotations: [first, first + gap],
    at: (time) => (time < first ? one : time < first + gap ? two : three),
  };
}

interface Delays {
  /** How stale each cache on the way is, as a fraction (0 to 1) of its maximum. */
  signer: number;
  jwksFunction: number;
  http: number;
  /** The token's age when it is verified, as a fraction of its lifetime. */
  age: number;
}

/** Whether a verifier, started at `start` and refreshed hourly, verifies a token of `minted`. */
function verifies(line: Timeline, rule: Rule, start: number, minted: number, d: Delays): boolean {
  const signer = line.at(minted - d.signer * FUNCTION_CACHE);
  const kid = rule(signer, iso(minted));
  const verifiedAt = minted + d.age * TOKEN_LIFE;
  const refreshes = Math.floor((verifiedAt - start) / VERIFIER_CACHE);
  const fetchedAt = start + refreshes * VERIFIER_CACHE;
  const shown = line.at(fetchedAt - d.http * HTTP_CACHE - d.jwksFunction * FUNCTION_CACHE);
  return jwksOf(shown).keys.some((published) => published.kid === kid);
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const delays = fc.record({ signer: share, jwksFunction: share, http: share, age: share });

const RUNS = sized(2000, 500);
const scenario = fc.record({
  first: fc.integer({ min: START + HOUR, max: START + 48 * HOUR }),
  gap: fc.integer({ min: OVERLAP_MS, max: OVERLAP_MS + 72 * HOUR }),
  /** Near which of the two rotations the verifier starts, and how far from it. */
  which: fc.constantFrom(0, 1),
  offset: fc.integer({ min: -2 * HOUR, max: 2 * HOUR }),
  minutesLater: fc.array(fc.double({ min: 0, max: 180, noNaN: true }), {
    minLength: 20,
    maxLength: 20,
  }),
  delays,
});

const neverFails = (rule: Rule) =>
  fc.property(scenario, ({ first, gap, which, offset, minutesLater, delays }) => {
    const line = timeline(first, gap);
    const start = (line.rotations[which] as number) + offset;
    for (const minutes of minutesLater) {
      const minted = start + minutes * MINUTE;
      expect(verifies(line, rule, start, minted, delays)).toBe(true);
    }
  });

describe("publishing before signing", () => {
  test(`no verifier with a 60-minute cache, started at any of ${RUNS} instants around two rotations, receives a token it cannot verify`, () => {
    fc.assert(neverFails(signingKid), { numRuns: RUNS });
  });

  test("the naive rule, signing with the new key at once, fails the same test", () => {
    expect(fc.check(neverFails(naive), { numRuns: RUNS }).failed).toBe(true);
  });

  test("the worst of every delay at the moment of activation still verifies", () => {
    const first = START + HOUR;
    const line = timeline(first, OVERLAP_MS);
    const activates = Date.parse(line.at(first).activates_at as string);
    for (const rotation of line.rotations) {
      const minted = rotation + (activates - first);
      const start = rotation - 1 + FUNCTION_CACHE + HTTP_CACHE;
      const worst = { signer: 0, jwksFunction: 1, http: 1, age: 1 };
      expect(verifies(line, signingKid, start, minted, worst)).toBe(true);
    }
  });
});

describe("a rotation", () => {
  const one = firstRecord(key("k1"), iso(START));
  const two = rotatedRecord(one, key("k2"), iso(START), false);

  test("hands signing over exactly at activates_at", () => {
    const at = Date.parse(two.activates_at as string);
    expect(at - START).toBe(75 * MINUTE);
    expect(signingKid(two, iso(at - 1))).toBe("k1");
    expect(signingKid(two, iso(at))).toBe("k2");
  });

  test("overlaps for exactly 24 h", () => {
    expect(overlapIsActive(one, iso(START))).toBe(false);
    expect(overlapIsActive(two, iso(START + OVERLAP_MS - 1))).toBe(true);
    expect(overlapIsActive(two, iso(START + OVERLAP_MS))).toBe(false);
  });

  test("in an emergency leaves only the new key, which signs at once and overlaps with nothing", () => {
    const record = rotatedRecord(two, key("k9"), iso(START + MINUTE), true);
    expect(jwksOf(record).keys.map(({ kid }) => kid)).toEqual(["k9"]);
    expect(Object.keys(record.keys)).toEqual(["k9"]);
    expect(signingKid(record, iso(START + MINUTE))).toBe("k9");
    expect(overlapIsActive(record, iso(START + MINUTE))).toBe(false);
  });

  test("shows a key that is in both slots once", () => {
    const same: IssuerRecord = { ...two, previous_kid: two.current_kid };
    expect(jwksOf(same).keys.map(({ kid }) => kid)).toEqual(["k2"]);
  });

  test("gives the same text whatever order the members were stored in", () => {
    const shuffled: IssuerRecord = {
      ...two,
      keys: Object.fromEntries(
        Object.entries(two.keys).map(([kid, jwk]) => [
          kid,
          Object.fromEntries(Object.entries(jwk).reverse()) as unknown as PublicJwk,
        ]),
      ),
    };
    expect(JSON.stringify(jwksOf(shuffled))).toBe(JSON.stringify(jwksOf(two)));
  });
});
