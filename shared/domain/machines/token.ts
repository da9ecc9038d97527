import type { Machine } from "./machine.ts";

/** Where a token failed, judged in this order. */
export type TokenCheck = "issuer" | "signature" | "audience" | "expiry" | "claims";

export type Payload = Readonly<Record<string, unknown>>;

export const audiencesOf = ({ aud }: Payload): readonly unknown[] =>
  Array.isArray(aud) ? aud : [aud];

/** The machines that a token's audience names. */
export const addressed = (machines: readonly Machine[], payload: Payload): Machine[] =>
  machines.filter(({ audience }) => audiencesOf(payload).includes(audience));

/** Clocks differ by this much, in seconds: a token that was issued just now is not of the future. */
const LEEWAY_S = 5;

/** Whether a token is valid now: not over, begun, and issued. @param now milliseconds since the epoch */
export function isCurrent({ exp, nbf, iat }: Payload, now: number): boolean {
  const seconds = now / 1000;
  const hasCome = (time: unknown): boolean =>
    time === undefined || (typeof time === "number" && time <= seconds + LEEWAY_S);
  return typeof exp === "number" && exp > seconds && hasCome(nbf) && hasCome(iat);
}

/** The machines all of whose claims a token has. */
export const matching = (machines: readonly Machine[], payload: Payload): Machine[] =>
  machines.filter(({ claims }) =>
    Object.entries(claims).every(
      ([name, value]) => Object.hasOwn(payload, name) && payload[name] === value,
    ),
  );
