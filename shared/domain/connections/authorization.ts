import type { UpstreamStage } from "#shared/domain/discovery/upstream.ts";

/** What a provider's fault says about a connection's own authorisation. */
export type Verdict =
  /** The provider no longer accepts the connection's authorisation. */
  | "refused"
  /** The installation is suspended at the source host. */
  | "suspended"
  /** Nothing: a transient fault, or the platform's own credentials were refused. */
  | "unknown";

/** A fault as stored in runs; any field may be missing. */
export interface Fault {
  stage?: unknown;
  http_status?: unknown;
  code?: unknown;
}

/** Codes that say nothing about the connection: the platform itself is refused or rate-limited. */
const notOfConnection = new Set([
  "invalid_client",
  "deleted_client",
  "disabled_client",
  "issuer_unreachable",
  "InvalidClientTokenId",
  "SignatureDoesNotMatch",
  "ExpiredToken",
  "ExpiredTokenException",
  "UnrecognizedClientException",
  "IncompleteSignature",
  "RequestExpired",
  "RegionDisabledException",
  "Throttling",
  "ThrottlingException",
  "RequestLimitExceeded",
  "rate_limited",
]);

/** Statuses with which each stage refuses the connection's own authorisation (contract). */
const refusing: Record<UpstreamStage, readonly number[]> = {
  refresh: [400, 401, 403],
  sts: [400, 401, 403, 404],
  impersonation: [400, 401, 403, 404],
  role: [400, 403],
  // Not 401: that refuses the app's own JWT.
  installation: [404, 410],
  // The token is fresh, so a 401 is about the authorisation.
  enumerate: [401],
};

/** The verdict on a fault (contract, "A refusal of the connection's own authorisation"). */
export function verdictOn({ stage, http_status, code }: Fault): Verdict {
  if (typeof stage !== "string" || typeof http_status !== "number") return "unknown";
  if (typeof code === "string" && notOfConnection.has(code)) return "unknown";
  if (stage === "installation" && http_status === 403) return "suspended";
  const statuses = new Map(Object.entries(refusing)).get(stage) ?? [];
  return statuses.includes(http_status) ? "refused" : "unknown";
}
