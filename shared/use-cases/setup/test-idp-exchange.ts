import { exchangeOnce } from "#shared/platform/issuer/idp-token.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/**
 * One token exchange on the path in force now, bypassing the 30 s cache.
 * @param now ISO 8601 UTC
 */
export async function testIdpExchange(now: string) {
  const outcome = await exchangeOnce({ now, deployment: await readDeployment() });
  const { ok, path } = outcome;
  return outcome.ok ? { ok, path } : { ok, path, code: outcome.code, hint: outcome.hint };
}
