import { softwarePasskey } from "#infra/local/software-passkey.ts";
import { enrol } from "#test/support/enrol.ts";
import { commission } from "#test/support/review-fixture.ts";
import { type Asked, after, type ScenarioSystem, type Scenarios } from "./scenario.ts";

const commissioned = (system: ScenarioSystem) => commission(system);

/** A request about a counsel who is there. */
const ofCounsel = (asked: Asked = {}) =>
  after(commissioned, ({ counselId }) => ({ params: { counsel_id: counselId }, ...asked }));

async function deactivated(system: ScenarioSystem) {
  const made = await commission(system);
  await system.admin("POST", `/admin/counsel/${made.counselId}/deactivate`);
  return made;
}

/** A counsel with a passkey. */
async function withKey(system: ScenarioSystem) {
  const { counselId } = await commission(system);
  const { credentialId } = await enrol(system, counselId);
  return { counsel_id: counselId, credential_id: credentialId };
}

/** The token of an invitation to enrol a passkey. */
async function invited(system: ScenarioSystem): Promise<string> {
  const { counselId } = await commission(system);
  const { body } = await system.admin("POST", `/admin/counsel/${counselId}/key-invitation`);
  return String(body.url).split("/").at(-1) as string;
}

export const counselScenarios = {
  createCounsel: after(commissioned, ({ frameworkId }) => ({
    body: { framework_id: frameworkId, display_name: "Ada", email: "ada@law.example" },
  })),
  listCounsel: after(commissioned, ({ frameworkId }) => ({
    query: `active=true&framework_id=${frameworkId}`,
  })),
  getCounsel: ofCounsel(),
  editCounsel: ofCounsel({ body: { email: "other@law.example" } }),
  deactivateCounsel: ofCounsel(),
  reactivateCounsel: after(deactivated, ({ counselId }) => ({ params: { counsel_id: counselId } })),
  inviteCounselKey: ofCounsel(),
  listCounselKeys: after(withKey, (params) => ({ params })),
  retireCounselKey: after(withKey, (params) => ({ params })),
  openKeyEnrolment: after(invited, (token) => ({ params: { token } })),
  enrolCounselKey: async (system) => {
    const token = await invited(system);
    const { body } = await system.api()("GET", `/counsel/key/${token}`);
    return { params: { token }, body: softwarePasskey(system.baseUrl).create(body) };
  },
  getCounselAudit: ofCounsel(),
} satisfies Scenarios;
