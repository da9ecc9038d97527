import { authenticator, enrol } from "#test/support/authenticator.ts";
import { commission } from "#test/support/review-fixture.ts";
import type { TestSystem } from "#test/support/system.ts";
import type { Scenarios } from "./scenario.ts";

const counselPath = async (system: TestSystem, rest = ""): Promise<string> =>
  `/admin/counsel/${(await commission(system)).counselId}${rest}`;

export const counselScenarios = {
  createCounsel: async (system) => {
    const { frameworkId } = await commission(system);
    const counsel = { framework_id: frameworkId, display_name: "Ada", email: "ada@law.example" };
    return () => system.admin("POST", "/admin/counsel", counsel);
  },
  listCounsel: async (system) => {
    const { frameworkId } = await commission(system);
    return () => system.admin("GET", `/admin/counsel?active=true&framework_id=${frameworkId}`);
  },
  getCounsel: async (system) => {
    const path = await counselPath(system);
    return () => system.admin("GET", path);
  },
  editCounsel: async (system) => {
    const path = await counselPath(system);
    return () => system.admin("PATCH", path, { email: "other@law.example" });
  },
  deactivateCounsel: async (system) => {
    const path = await counselPath(system, "/deactivate");
    return () => system.admin("POST", path);
  },
  reactivateCounsel: async (system) => {
    const path = await counselPath(system);
    await system.admin("POST", `${path}/deactivate`);
    return () => system.admin("POST", `${path}/reactivate`);
  },
  inviteCounselKey: async (system) => {
    const path = await counselPath(system, "/key-invitation");
    return () => system.admin("POST", path);
  },
  listCounselKeys: async (system) => {
    const { counselId } = await commission(system);
    await enrol(system, counselId);
    return () => system.admin("GET", `/admin/counsel/${counselId}/keys`);
  },
  retireCounselKey: async (system) => {
    const { counselId } = await commission(system);
    const { credentialId } = await enrol(system, counselId);
    const path = `/admin/counsel/${counselId}/keys/${credentialId}/retire`;
    return () => system.admin("POST", path);
  },
  openKeyEnrolment: async (system) => {
    const { body } = await system.admin("POST", await counselPath(system, "/key-invitation"));
    const link = new URL(body.url).pathname;
    return () => system.api()("GET", link);
  },
  enrolCounselKey: async (system) => {
    const { body } = await system.admin("POST", await counselPath(system, "/key-invitation"));
    const link = new URL(body.url).pathname;
    const { challenge } = (await system.api()("GET", link)).body;
    const made = authenticator(system.baseUrl).create(challenge);
    return () => system.api()("POST", link, made);
  },
  getCounselAudit: async (system) => {
    const path = await counselPath(system, "/audit");
    return () => system.admin("GET", path);
  },
} satisfies Scenarios;
