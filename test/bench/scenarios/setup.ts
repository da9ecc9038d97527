import { type Scenario, type ScenarioSystem, type Scenarios, saying } from "./scenario.ts";

const post = (system: ScenarioSystem, path: string) => system.admin("POST", `/admin/setup/${path}`);

const provisioning =
  (path: string): Scenario =>
  async (system) =>
  () =>
    saying(post(system, path), { status: "provisioned" });

const rotating =
  (provisionPath: string, rotatePath: string): Scenario =>
  async (system) => {
    await post(system, provisionPath);
    return () => saying(post(system, rotatePath), { status: "rotated" });
  };

const SECRETS = {
  sourcehost: "sourcehost-webhook-secret",
  eventbus: "cloudb-eventbus-webhook-secret",
  counsel: "counsel-review-hmac-secret",
} as const;

const provisioningSecret = (name: string) => provisioning(`${name}/provision-secret`);
const rotatingSecret = (name: string) =>
  rotating(`${name}/provision-secret`, `${name}/rotate-secret`);

export const setupScenarios = {
  getSetupChecklist: async (system) => {
    await post(system, `${SECRETS.counsel}/provision-secret`);
    return () => system.admin("GET", "/admin/setup/checklist");
  },
  provisionSourcehostWebhookSecret: provisioningSecret(SECRETS.sourcehost),
  rotateSourcehostWebhookSecret: rotatingSecret(SECRETS.sourcehost),
  provisionCloudbEventbusWebhookSecret: provisioningSecret(SECRETS.eventbus),
  rotateCloudbEventbusWebhookSecret: rotatingSecret(SECRETS.eventbus),
  provisionCounselReviewHmacSecret: provisioningSecret(SECRETS.counsel),
  rotateCounselReviewHmacSecret: rotatingSecret(SECRETS.counsel),
  provisionKeypair: provisioning("oidc-issuer/provision-keypair"),
  rotateKeypair: rotating("oidc-issuer/provision-keypair", "oidc-issuer/rotate-keypair"),
} satisfies Scenarios;
