/** A release pipeline that may ask with the OIDC token of its CI, and no secret. */
export interface Pipeline {
  id: string;
  display_name: string;
  /** As the tokens' `iss` has it, byte for byte. */
  issuer: string;
  audience: string;
  /** Each of these claims of a token must have exactly this text. */
  claims: Record<string, string>;
  /** The books it may ask about, sorted. */
  framework_ids: string[];
  created_at: string;
  updated_at: string;
}

/** What an admin says about a pipeline. */
export type PipelineContent = Omit<Pipeline, "id" | "created_at" | "updated_at">;

/** Claims that nobody else can get: a name alone can be registered again by somebody else. */
const lasting = ["repository_id", "sub"] as const;

export const hasLastingClaim = (claims: Readonly<Record<string, string>>): boolean =>
  lasting.some((name) => Object.hasOwn(claims, name));

/** Where a token failed, judged in this order. */
export type TokenCheck = "issuer" | "signature" | "audience" | "expiry" | "claims";

type Payload = Readonly<Record<string, unknown>>;

const audiencesOf = ({ aud }: Payload): readonly unknown[] => (Array.isArray(aud) ? aud : [aud]);

/** The pipelines that a token's audience names. */
export const addressed = (pipelines: readonly Pipeline[], payload: Payload): Pipeline[] =>
  pipelines.filter(({ audience }) => audiencesOf(payload).includes(audience));

/** Clocks differ by this much, in seconds: a token that was issued just now is not of the future. */
const LEEWAY_S = 5;

/** Whether a token is valid now: not over, begun, and issued. @param now milliseconds since the epoch */
export function isCurrent({ exp, nbf, iat }: Payload, now: number): boolean {
  const seconds = now / 1000;
  const hasCome = (time: unknown): boolean =>
    time === undefined || (typeof time === "number" && time <= seconds + LEEWAY_S);
  return typeof exp === "number" && exp > seconds && hasCome(nbf) && hasCome(iat);
}

/** The pipelines all of whose claims a token has. */
export const matching = (pipelines: readonly Pipeline[], payload: Payload): Pipeline[] =>
  pipelines.filter(({ claims }) =>
    Object.entries(claims).every(
      ([name, value]) => Object.hasOwn(payload, name) && payload[name] === value,
    ),
  );
