import type { Machine } from "./machine.ts";

/** The check that a token failed; the checks run in this order. */
export type TokenCheck = "issuer" | "signature" | "audience" | "expiry" | "claims";

export type Payload = Readonly<Record<string, unknown>>;

export const audiencesOf = ({ aud }: Payload): readonly unknown[] =>
  Array.isArray(aud) ? aud : [aud];

/** The machines that a token's audience names. */
export const addressed = (machines: readonly Machine[], payload: Payload): Machine[] =>
  machines.filter(({ audience }) => audiencesOf(payload).includes(audience));

/** Clock tolerance in seconds: a token issued just now must not count as from the future. */
const LEEWAY_S = 5;

/**
 * Whether a token is valid now: issued, already valid, and not expired.
 * @param now milliseconds since the epoch
 */
export function isCurrent({ exp, nbf, iat }: Payload, now: number): boolean {
  const seconds = now / 1000;
  const hasCome = (time: unknown): boolean =>
    time === undefined || (typeof time === "number" && time <= seconds + LEEWAY_S);
  return typeof exp === "number" && exp > seconds && hasCome(nbf) && hasCome(iat);
}

/** The machines whose claims the token has, every one of them. */
export const matching = (machines: readonly Machine[], payload: Payload): Machine[] =>
  machines.filter(({ claims }) =>
    Object.entries(claims).every(
      ([name, value]) => Object.hasOwn(payload, name) && payload[name] === value,
    ),
  );
