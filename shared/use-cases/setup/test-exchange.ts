import { exchangeOnce } from "#shared/platform/issuer/idp-token.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/**
 * One token exchange on the path that is in force now, not on the one of 30 s ago.
 * @param now ISO 8601 UTC
 */
export async function testExchange(now: string) {
  const outcome = await exchangeOnce({ now, deployment: await readDeployment() });
  const { ok, path } = outcome;
  return outcome.ok ? { ok, path } : { ok, path, code: outcome.code, hint: outcome.hint };
}
