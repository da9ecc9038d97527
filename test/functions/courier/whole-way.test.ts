import { afterAll, beforeAll, expect, test } from "vitest";
import { challengeFor, enrol, salts, setPolicy } from "#test/support/enrol.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { emptyFramework } from "#test/support/panel-fixture.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

const system = suiteSystemWithLog({ settings: { WORKER_INVOKE_ENABLED: "false" } });
let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(async () => {
  auditor.close();
});

const run = (schedule: string) =>
  expectStatus(system.api()("POST", `/_local/schedules/${schedule}/run`), 200);

interface Mail {
  to: string[];
  subject: string;
  text: string;
  tags: unknown;
}
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await system.api()("GET", "/_local/outbox")).body.items.filter(
    ({ to }: Mail) => to[0] === email.toLowerCase(),
  );
/** The token of the link in the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await mailsTo(email);
  const [, token = ""] = /\/counsel\/review\/([\w-]+)/.exec(mail?.text ?? "") ?? [];
  return token;
}
test("three counsel are asked by mail: one passes on, one is reminded, one bounces, one signs with a passkey; the bundle proves it", async () => {
  const { first: empty, counsel } = await emptyFramework(system, { members: 3 });
  const { frameworkId, ruleIds } = empty;
  const [first, second, third] = counsel;
  if (!first || !second || !third) throw new Error("There are three counsel.");
  const key = await enrol(system, second.id);
  await setPolicy(system, second.id, "key_required");
  await system.advance(1);
  const { panel } = (
    await expectStatus(
      system.admin("POST", "/admin/review-panels", {
        framework_id: frameworkId,
        rule_use_case_ids: ruleIds,
        counsel_ids: counsel.map(({ id }) => id),
        need: 2,
        on_reject: "outvoted",
        deliver: "mail",
        may_delegate: true,
        expiry_days: 14,
      }),
      201,
    )
  ).body;
  await run("courier");
  const asked = panel.members.map(({ review_id }: { review_id: string }) => review_id);

  const eva = { display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "On leave." };
  const passed = `/counsel/review/${await tokenFor(first.email)}/delegate`;
  await expectStatus(system.api()("POST", passed, eva), 201);
  await run("courier");
  expect(await mailsTo(eva.email)).toHaveLength(1);
  // Waits until the deliveries are recorded, so that no recording is under way while a week passes.
  const pending = `/admin/rule-reviews?framework_id=${frameworkId}&status=pending`;
  const statuses = async () =>
    (await system.admin("GET", pending)).body.items.map(
      ({ mail }: { mail: { status: string } }) => mail.status,
    );
  await expect.poll(statuses).toEqual(["delivered", "delivered", "delivered"]);

  await run("sequence-log");
  await system.advance(7 * 86_400 + 60);
  await run("courier");
  expect((await mailsTo(second.email)).length).toBe(2);
  expect(await mailsTo(first.email)).toHaveLength(1);

  await system.api()("POST", "/_local/events", {
    event_bus_name: "default",
    account: "000000000000",
    source: "aws.ses",
    "detail-type": "Email Bounced",
    detail: {
      mail: {
        messageId: "0100-sent",
        tags: { message: [`${asked[2]}_link_1`] },
        destination: [third.email],
      },
      bounce: { bounceType: "Permanent" },
    },
  });
  await expect
    .poll(
      async () => (await system.admin("GET", `/admin/rule-reviews/${asked[2]}`)).body.mail?.status,
    )
    .toBe("bounced");

  const decide = async (token: string, more: object) =>
    expectStatus(system.api()("POST", `/counsel/review/${token}/decide`, more), 200);
  const delegated = await tokenFor(eva.email);
  await expectStatus(system.api()("GET", `/counsel/review/${delegated}`), 200);
  await decide(delegated, { decision: "approved" });
  const token = await tokenFor(second.email);
  const said = { decision: "approved", comment: "As it is.", salts };
  const assertion = key.get(await challengeFor(system, { token }, said));
  await decide(token, { ...said, assertion });

  await run("sequence-log");
  const path = `/admin/review-panels/${panel.id}`;
  const bundle = (await expectStatus(system.admin("GET", `${path}/bundle`), 200)).body;
  expect(bundle.panel.status).toBe("approved");
  const actions = bundle.members.flatMap(({ audit }: { audit: { action: string }[] }) =>
    audit.map(({ action }) => action),
  );
  for (const action of ["link_mailed", "reminded", "mail_bounced"]) {
    expect(actions).toContain(`rule_review.${action}`);
  }
  await auditor.copyLog();
  const { status, stdout } = await auditor.run(JSON.stringify(bundle), auditor.options);
  expect([status, stdout]).toEqual([0, expect.stringContaining("RESULT: genuine")]);
});
