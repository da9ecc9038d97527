import { after, alone, type ScenarioSystem, type Scenarios } from "./scenario.ts";

const posted = (path: string) => (system: ScenarioSystem) =>
  system.admin("POST", `/admin/setup/${path}`);

const provisioning = alone({ says: { status: "provisioned" } });
const rotating = (provisionPath: string) =>
  after(posted(provisionPath), () => ({ says: { status: "rotated" } }));

const COUNSEL = "counsel-review-hmac-secret/provision-secret";

export const setupScenarios = {
  getSetupChecklist: after(posted(COUNSEL)),
  provisionSourcehostWebhookSecret: provisioning,
  rotateSourcehostWebhookSecret: rotating("sourcehost-webhook-secret/provision-secret"),
  provisionCloudbEventbusWebhookSecret: provisioning,
  rotateCloudbEventbusWebhookSecret: rotating("cloudb-eventbus-webhook-secret/provision-secret"),
  provisionCounselReviewHmacSecret: provisioning,
  rotateCounselReviewHmacSecret: rotating(COUNSEL),
  provisionKeypair: provisioning,
  rotateKeypair: rotating("oidc-issuer/provision-keypair"),
} satisfies Scenarios;
