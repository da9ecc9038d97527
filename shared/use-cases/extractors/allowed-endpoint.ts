import { DomainError } from "#shared/domain/errors.ts";
import type { ExtractorProvider } from "#shared/domain/extractors/catalog.ts";
import { judgeEndpoint } from "#shared/domain/extractors/endpoint-rules.ts";
import { readEndpointRules } from "#shared/platform/extractors/extractor-platform.ts";
import { leadsInside } from "#shared/platform/http/guarded-request.ts";

/** An endpoint in a request, and the path of its field. */
interface GivenEndpoint {
  provider: ExtractorProvider;
  endpoint?: string | null | undefined;
  path: string;
}

/**
 * Rejects all disallowed addresses at once. Addresses are checked again on each connection, so this
 * check is not the protection. It only spares admins a setting that can never work.
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
