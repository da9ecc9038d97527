import { checklist } from "#shared/domain/setup/checklist.ts";
import { bind } from "#shared/edge/bind.ts";
import { idpTokenUrl, isFederated } from "#shared/platform/issuer/idp-client.ts";
import { describeSecret } from "#shared/platform/secrets/secret-entries.ts";
import {
  appUrl,
  baseUrl,
  isDevelopmentStage,
  issuerUrl,
  setting,
} from "#shared/platform/settings.ts";
import { setupChecklistRoutes } from "#shared/routes/table/setup-checklist.ts";
import { readDeployment } from "#shared/store/deployment.ts";

const route = setupChecklistRoutes.getSetupChecklist;

/** Looks at what is really there: settings, deployment item and secret store, side by side. */
export const handler = bind(route)(async ({ now }) => {
  const [deployment, entries] = await Promise.all([
    readDeployment(),
    Promise.all(
      route.needs.describeSecrets.map(async (name) => {
        const entry = await describeSecret(name);
        const isThere = entry !== null && entry.currentVersion !== null && !entry.isBeingDeleted;
        return [name, isThere] as const;
      }),
    ),
  ]);
  const rows = checklist({
    now,
    development: isDevelopmentStage(),
    deployment,
    setting,
    baseUrl: baseUrl(),
    appUrl: appUrl(),
    issuerUrl: issuerUrl(),
    tokenUrl: idpTokenUrl(),
    isFederated: isFederated(deployment),
    stored: Object.fromEntries(entries),
  });
  return { status: 200, body: { rows } };
});
