import type { BoundHandler } from "#shared/edge/bind.ts";
import type { OperationId } from "#shared/routes/table/all-routes.ts";

type Serves<Id extends string> = () => Promise<{ handler: BoundHandler<Id> }>;

/**
 * Which file serves which operation. The compiler refuses a missing operation, an extra one, a file
 * that does not exist, and a file that is bound to another entry of the route table.
 */
export const handlers: { [Id in OperationId]: Serves<Id> } = {
  getHealth: () => import("#functions/service/get-health.ts"),
  getOpenapi: () => import("#functions/service/get-openapi.ts"),
  preflight: () => import("#functions/service/preflight.ts"),
  putFramework: () => import("#functions/frameworks/put-framework.ts"),
  listFrameworks: () => import("#functions/frameworks/list-frameworks.ts"),
  putRules: () => import("#functions/frameworks/put-rules.ts"),
  listRules: () => import("#functions/frameworks/list-rules.ts"),
  getWording: () => import("#functions/frameworks/get-wording.ts"),
  createReReviews: () => import("#functions/frameworks/create-re-reviews.ts"),
  getRule: () => import("#functions/frameworks/get-rule.ts"),
  createTenant: () => import("#functions/tenants/create-tenant.ts"),
  listTenants: () => import("#functions/tenants/list-tenants.ts"),
  getTenant: () => import("#functions/tenants/get-tenant.ts"),
  createConnection: () => import("#functions/connections/create-connection.ts"),
  listConnections: () => import("#functions/connections/list-connections.ts"),
  getConnection: () => import("#functions/connections/get-connection.ts"),
  deleteConnection: () => import("#functions/connections/delete-connection.ts"),
  startDiscoveryRun: () => import("#functions/discovery/start-discovery-run.ts"),
  listDiscoveryRuns: () => import("#functions/discovery/list-discovery-runs.ts"),
  getDiscoveryRun: () => import("#functions/discovery/get-discovery-run.ts"),
  listArtifacts: () => import("#functions/discovery/list-artifacts.ts"),
  receiveSourcehostWebhook: () => import("#functions/sourcehost/receive-sourcehost-webhook.ts"),
  createCounsel: () => import("#functions/counsel/create-counsel.ts"),
  listCounsel: () => import("#functions/counsel/list-counsel.ts"),
  getCounsel: () => import("#functions/counsel/get-counsel.ts"),
  editCounsel: () => import("#functions/counsel/edit-counsel.ts"),
  deactivateCounsel: () => import("#functions/counsel/deactivate-counsel.ts"),
  reactivateCounsel: () => import("#functions/counsel/reactivate-counsel.ts"),
  getCounselAudit: () => import("#functions/counsel/get-counsel-audit.ts"),
  createReview: () => import("#functions/reviews/create-review.ts"),
  listReviews: () => import("#functions/reviews/list-reviews.ts"),
  getReview: () => import("#functions/reviews/get-review.ts"),
  cancelReview: () => import("#functions/reviews/cancel-review.ts"),
  getReviewAudit: () => import("#functions/reviews/get-review-audit.ts"),
  openReview: () => import("#functions/reviews/open-review.ts"),
  decideReview: () => import("#functions/reviews/decide-review.ts"),
  getEvidence: () => import("#functions/evidence/get-evidence.ts"),
  getBundle: () => import("#functions/evidence/get-bundle.ts"),
  getVerifier: () => import("#functions/evidence/get-verifier.ts"),
  searchEvidence: () => import("#functions/evidence/search-evidence.ts"),
  getCoverage: () => import("#functions/evidence/get-coverage.ts"),
  verifySignature: () => import("#functions/evidence/verify-signature.ts"),
  listAudit: () => import("#functions/audit/list-audit.ts"),
  provisionSourcehostWebhookSecret: () =>
    import("#functions/setup/provision-sourcehost-webhook-secret.ts"),
  rotateSourcehostWebhookSecret: () =>
    import("#functions/setup/rotate-sourcehost-webhook-secret.ts"),
  provisionCloudbEventbusWebhookSecret: () =>
    import("#functions/setup/provision-cloudb-eventbus-webhook-secret.ts"),
  rotateCloudbEventbusWebhookSecret: () =>
    import("#functions/setup/rotate-cloudb-eventbus-webhook-secret.ts"),
  provisionCounselReviewHmacSecret: () =>
    import("#functions/setup/provision-counsel-review-hmac-secret.ts"),
  rotateCounselReviewHmacSecret: () =>
    import("#functions/setup/rotate-counsel-review-hmac-secret.ts"),
  provisionKeypair: () => import("#functions/setup/provision-keypair.ts"),
  rotateKeypair: () => import("#functions/setup/rotate-keypair.ts"),
  getOpenidConfiguration: () => import("#functions/issuer/get-openid-configuration.ts"),
  headOpenidConfiguration: () => import("#functions/issuer/head-openid-configuration.ts"),
  getJwks: () => import("#functions/issuer/get-jwks.ts"),
  headJwks: () => import("#functions/issuer/head-jwks.ts"),
  enableIdpFederation: () => import("#functions/setup/enable-idp-federation.ts"),
  disableIdpFederation: () => import("#functions/setup/disable-idp-federation.ts"),
  testIdpExchange: () => import("#functions/setup/test-idp-exchange.ts"),
  getSetupChecklist: () => import("#functions/setup/get-setup-checklist.ts"),
  getExtractorStatus: () => import("#functions/extractors/get-extractor-status.ts"),
  testPreset: () => import("#functions/extractors/test-preset.ts"),
  swapToPreset: () => import("#functions/extractors/swap-to-preset.ts"),
  getTenantSettings: () => import("#functions/extractors/get-tenant-settings.ts"),
  patchTenantExtractor: () => import("#functions/extractors/patch-tenant-extractor.ts"),
  setByoExtractor: () => import("#functions/extractors/set-byo-extractor.ts"),
  testExtractorConnection: () => import("#functions/extractors/test-extractor-connection.ts"),
  connectCloudcWif: () => import("#functions/connections/connect-cloudc-wif.ts"),
  provisionEventbus: () => import("#functions/eventbus/provision-eventbus.ts"),
  deprovisionEventbus: () => import("#functions/eventbus/deprovision-eventbus.ts"),
  getEventbusStats: () => import("#functions/eventbus/get-eventbus-stats.ts"),
  receiveEventbusWebhook: () => import("#functions/eventbus/receive-eventbus-webhook.ts"),
};
