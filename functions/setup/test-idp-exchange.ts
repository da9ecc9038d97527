import { bind } from "#shared/edge/bind.ts";
import { exchangeOnce } from "#shared/platform/issuer/idp-token.ts";
import { idpSetupRoutes } from "#shared/routes/table/setup-idp.ts";
import { readDeployment } from "#shared/store/deployment.ts";

/** Tries the path that is in force now, not the one of 30 s ago. */
export const handler = bind(idpSetupRoutes.testIdpExchange)(async ({ now }) => {
  const outcome = await exchangeOnce({ now, deployment: await readDeployment() });
  const { ok, path } = outcome;
  return {
    status: 200,
    body: outcome.ok ? { ok, path } : { ok, path, code: outcome.code, hint: outcome.hint },
  };
});
