import { DomainError } from "#shared/domain/errors.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import { judgeEndpoint } from "#shared/domain/extractors/endpoint-rules.ts";
import { readEndpointRules } from "#shared/platform/extractors/extractor-platform.ts";
import { leadsInside } from "#shared/platform/http/address-guard.ts";

/** An address of a request, and the field that holds it. */
interface GivenEndpoint {
  provider: ExtractorProvider;
  endpoint?: string | null | undefined;
  path: string;
}

/**
 * Refuses addresses that calls may not go to, all at once. What holds now is checked again at each
 * connection: this spares an admin a setting that can never work, it is not what protects.
 * @throws DomainError `endpoint_blocked`
 */
export async function requireAllowedEndpoints(given: readonly GivenEndpoint[]): Promise<void> {
  const rules = readEndpointRules();
  const verdicts = await Promise.all(
    given.map(async ({ provider, endpoint, path }) => {
      if (endpoint == null) return [];
      const verdict = judgeEndpoint(endpoint, provider, rules);
      const isAllowed =
        verdict.ok && (verdict.exempt || !(await leadsInside(verdict.url.hostname)));
      return isAllowed ? [] : [{ path, message: "this address is not allowed" }];
    }),
  );
  const errors = verdicts.flat();
  if (errors.length === 0) return;
  throw new DomainError(
    "endpoint_blocked",
    "An endpoint must be a public https address on port 443, without user info.",
    { errors },
  );
}
