import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Verdict, verdictOn } from "#shared/domain/connections/authorization.ts";
import { hintFor } from "#shared/domain/connections/hints.ts";
import { failureCodes, failureTable } from "#shared/domain/extractors/failure.ts";

/**
 * The codes that our own code gives runs and coverage, in addition to upstreams' codes. `custom` is
 * Zod's and has no hint; the other excluded codes are not visible.
 */
const ownCodes = [
  ...new Set(
    globSync(
      "shared/{domain,use-cases,platform}/{discovery,connections,sourcehost,issuer,aws}/**/*.ts",
    )
      .map((file) => readFileSync(file, "utf8"))
      .flatMap((text) => [...text.matchAll(/\bcode(?::| =) "([a-z_]+)"/g)].map(([, code]) => code)),
  ),
].filter((code) => !["aborted", "custom", "discovery_not_supported"].includes(code ?? ""));

test("every error code of a run has its own hint", () => {
  expect(ownCodes.length).toBeGreaterThan(12);
  const general = hintFor({ stage: "enumerate" });
  expect(ownCodes.filter((code) => hintFor({ stage: "enumerate", code }) === general)).toEqual([]);
  const hints = failureCodes.map((code) => failureTable[code].hint);
  expect(new Set(hints).size).toBe(failureCodes.length);
});

/** What vendors answer (from their error references), and what the hint has to name. */
test.each<[stage: string, status: number, code: string, names: RegExp, verdict: Verdict]>([
  // AWS reports a rate limit with a 400, and the worker's own expired session with a 400 or 403.
  ["role", 400, "Throttling", /rate limit/, "unknown"],
  ["enumerate", 400, "ThrottlingException", /rate limit/, "unknown"],
  ["role", 400, "RequestLimitExceeded", /rate limit/, "unknown"],
  ["role", 403, "ExpiredToken", /platform's own session/, "unknown"],
  ["enumerate", 400, "ExpiredTokenException", /platform's own session/, "unknown"],
  ["role", 400, "RequestExpired", /clock/, "unknown"],
  ["role", 400, "IncompleteSignature", /platform's own credentials/, "unknown"],
  ["enumerate", 403, "OptInRequired", /Activate the service/, "unknown"],
  ["enumerate", 400, "SubscriptionRequiredException", /Activate the service/, "unknown"],
  ["role", 403, "AccessDenied", /trust policy/, "refused"],
  // Google's token endpoints and APIs.
  ["refresh", 401, "deleted_client", /CLOUDC_OAUTH_CLIENT_ID/, "unknown"],
  ["refresh", 401, "disabled_client", /CLOUDC_OAUTH_CLIENT_ID/, "unknown"],
  ["refresh", 401, "unauthorized_client", /another client/, "refused"],
  ["refresh", 400, "invalid_grant", /new refresh token/, "refused"],
  ["sts", 400, "invalid_grant", /trust on the customer's side/, "refused"],
  ["sts", 400, "issuer_unreachable", /OIDC_ISSUER_URL/, "unknown"],
  ["enumerate", 403, "RATE_LIMIT_EXCEEDED", /rate limit/, "unknown"],
  ["enumerate", 429, "RESOURCE_EXHAUSTED", /rate limit/, "unknown"],
  ["enumerate", 403, "ACCESS_TOKEN_SCOPE_INSUFFICIENT", /cloud-platform/, "unknown"],
  ["enumerate", 403, "SECURITY_POLICY_VIOLATED", /perimeter/, "unknown"],
  // The source host sends no code: a 401 at the installation is about the app's own JWT.
  ["installation", 401, "http_401", /SOURCEHOST_APP_ID/, "unknown"],
  ["installation", 403, "http_403", /suspended/, "suspended"],
  ["installation", 404, "http_404", /install it again/, "refused"],
  ["enumerate", 451, "http_451", /legal/, "unknown"],
])(
  "%s %i %s: the hint sends the right one to the right place",
  (stage, status, code, names, verdict) => {
    const fault = { stage, http_status: status, code };
    expect(hintFor(fault)).toMatch(names);
    expect(verdictOn(fault)).toBe(verdict);
  },
);
