/**
 * Use cases that serve several operations, each named after one of these or after what they have in
 * common. Every other operation calls the use case with its own name.
 */
export const sharedUseCases: Readonly<Record<string, { why: string; serves: readonly string[] }>> =
  {
    getConsoleConfig: {
      why: "the console's page carries its own configuration",
      serves: ["openConsole"],
    },
    patchTenantExtractor: { why: "a chain of one provider", serves: ["setByoExtractor"] },
    listConnections: { why: "of every tenant, too", serves: ["listAllConnections"] },
    listAudit: { why: "of one tenant or of all", serves: ["listTenantAudit"] },
    refuseMethod: { why: "MCP takes only POST", serves: ["getMcp", "deleteMcp"] },
    receiveSigned: {
      why: "one protocol for every webhook channel",
      serves: ["receiveEventbusWebhook", "receiveSourcehostWebhook"],
    },
    setCounselActive: {
      why: "one switch",
      serves: ["deactivateCounsel", "reactivateCounsel"],
    },
    switchIdpFederation: {
      why: "one switch",
      serves: ["enableIdpFederation", "disableIdpFederation"],
    },
    getTrail: {
      why: "the trail of one thing, whichever it is",
      serves: ["getReviewAudit", "getPanelAudit", "getRoomAudit"],
    },
    getEvidence: { why: "for a room's visitor", serves: ["getRoomEvidence"] },
    getBundle: {
      why: "for a room's visitor or a machine",
      serves: ["getRoomBundle", "getMachineBundle"],
    },
    getCertificate: {
      why: "for a room's visitor or a machine",
      serves: ["getRoomCertificate", "getMachineCertificate"],
    },
    putSignedCertificate: {
      why: "handed in under counsel's link",
      serves: ["putCounselSignedCertificate"],
    },
    askClearance: {
      why: "one question, asked in four ways",
      serves: ["getClearance", "askFromPipeline", "askFromMachine"],
    },
    getCoverage: { why: "for a machine", serves: ["getMachineCoverage"] },
    listReviews: { why: "for a machine", serves: ["listMachineReviews"] },
    putRules: { why: "for a machine", serves: ["putMachineRules"] },
    putMachine: { why: "a tenant's, or a pipeline", serves: ["putTenantMachine", "putPipeline"] },
    getMachine: { why: "a tenant's, or a pipeline", serves: ["getTenantMachine", "getPipeline"] },
    listMachines: {
      why: "a tenant's, or pipelines",
      serves: ["listTenantMachines", "listPipelines"],
    },
    deleteMachine: {
      why: "a tenant's, or a pipeline",
      serves: ["deleteTenantMachine", "deletePipeline"],
    },
    createWebhookEndpoint: { why: "a tenant's", serves: ["createTenantWebhookEndpoint"] },
    listWebhookEndpoints: { why: "a tenant's", serves: ["listTenantWebhookEndpoints"] },
    getWebhookEndpoint: { why: "a tenant's", serves: ["getTenantWebhookEndpoint"] },
    updateWebhookEndpoint: { why: "a tenant's", serves: ["updateTenantWebhookEndpoint"] },
    deleteWebhookEndpoint: { why: "a tenant's", serves: ["deleteTenantWebhookEndpoint"] },
    rotateWebhookSecret: { why: "a tenant's", serves: ["rotateTenantWebhookSecret"] },
    testWebhookEndpoint: { why: "a tenant's", serves: ["testTenantWebhookEndpoint"] },
    listWebhookEndpointDeliveries: {
      why: "a tenant's",
      serves: ["listTenantWebhookEndpointDeliveries"],
    },
    replayWebhookDelivery: { why: "a tenant's", serves: ["replayTenantWebhookDelivery"] },
    provisionChannelSecret: {
      why: "one protocol for every channel's secret",
      serves: ["provisionSourcehostWebhookSecret", "provisionCloudbEventbusWebhookSecret"],
    },
    rotateChannelSecret: {
      why: "one protocol for every channel's secret",
      serves: ["rotateSourcehostWebhookSecret", "rotateCloudbEventbusWebhookSecret"],
    },
    getOpenidConfiguration: { why: "HEAD of the same", serves: ["headOpenidConfiguration"] },
    getJwks: { why: "HEAD of the same", serves: ["headJwks"] },
  };

/** Operations that answer with a page, a file or an address and decide nothing. */
export const withoutUseCase: readonly string[] = [
  "getClearanceCheck",
  "getOpenapi",
  "getVerifier",
  "headRoom",
  "openDocs",
  "openRoom",
  "openStopReminders",
  "redirectToConsole",
  "redirectToSetup",
];
