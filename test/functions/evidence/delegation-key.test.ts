import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loggedHash } from "#shared/domain/audit/row.ts";
import { delegationChallenge } from "#shared/domain/counsel/assertion.ts";
import { enrol, setPolicy } from "#test/support/enrol.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { registerCounsel } from "#test/support/panel-fixture.ts";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { scanTable, tableClient } from "#test/support/table.ts";

const system = suiteSystemWithLog();
let auditor: Auditor;
beforeAll(async () => {
  auditor = await auditorOf(system);
});
afterAll(async () => {
  auditor.close();
});

const sequence = () =>
  expectStatus(system.api()("POST", "/_local/schedules/sequence-log/run"), 200);

/** A request under counsel's own key that was passed on to somebody with a key. */
async function passedOn() {
  const first = await commission(system);
  const key = await enrol(system, first.counselId);
  await setPolicy(system, first.counselId, "key_required");
  const delegate = await registerCounsel(system, first.frameworkId, "signer");
  await enrol(system, delegate.id);
  await setPolicy(system, delegate.id, "key_required");
  const asked = await requestReview(system, first, { may_delegate: true });
  const path = `/counsel/review/${asked.token}`;
  const { nonce, request_id } = (await expectStatus(system.api()("GET", path), 200)).body;
  const delegate_email = delegate.email.toLowerCase();
  const assertion = key.get(delegationChallenge({ request_id, delegate_email, nonce }));
  const body = {
    display_name: "Dr. with a key",
    email: delegate.email,
    reason: "On leave.",
    assertion,
  };
  await expectStatus(system.api()("POST", `${path}/delegate`, body), 201);
  await sequence();
  return { ...asked, key };
}

async function judged({ review }: { review: { id: string } }) {
  const path = `/admin/rule-reviews/${review.id}`;
  const { checks } = (await expectStatus(system.admin("GET", `${path}/evidence`), 200)).body;
  const bundle = (await expectStatus(system.admin("GET", `${path}/bundle`), 200)).body;
  await auditor.copyLog();
  const { status, stdout } = await auditor.run(JSON.stringify(bundle), auditor.options);
  return {
    check: checks.find(({ id }: { id: string }) => id === "counsel_key"),
    status,
    line: stdout.split("\n").find((one) => one.includes(" counsel_key ")) ?? "",
  };
}

/** An attacker with the whole table changes what the delegation's row says. */
async function rewrite(
  { review }: { review: { id: string } },
  change: (context: Record<string, unknown>) => void,
) {
  // biome-ignore lint/suspicious/noExplicitAny: items of every shape
  const items = (await scanTable(system)) as any[];
  const item = items.find(
    ({ pk, row }) =>
      pk === `AUDIT#rule_review_request#${review.id}` && row?.action === "rule_review.cancelled",
  );
  const row = structuredClone(item.row);
  change(row.context);
  const client = tableClient(system);
  await client.send(
    new PutCommand({
      TableName: system.endpoints.table_name,
      Item: { ...item, row: { ...row, row_hash: loggedHash(row) } },
    }),
  );
  client.destroy();
}

test("a delegation that counsel's own key signed passes here and offline, with the key's words", async () => {
  const passed = await judged(await passedOn());
  expect(passed.check).toMatchObject({
    result: "pass",
    detail: expect.stringContaining("Signed with the passkey"),
  });
  expect(passed.line).toContain("Signed with the passkey");
  expect(passed.status).toBe(0);
});

test("a delegation by the link passes because the policy allowed it", async () => {
  const first = await commission(system);
  const asked = await requestReview(system, first, { may_delegate: true });
  const body = { display_name: "Dr. Eva Recht", email: "eva@recht.example", reason: "On leave." };
  const path = `/counsel/review/${asked.token}/delegate`;
  await expectStatus(system.api()("POST", path, body), 201);
  await sequence();
  const { check, status } = await judged(asked);
  expect(check).toMatchObject({ result: "pass", detail: expect.stringContaining("by the link") });
  expect(status).toBe(0);
});

test("both find somebody else as delegate, and a delegation without the key", async () => {
  const redirected = await passedOn();
  await rewrite(redirected, (context) => {
    context.delegated_to = { ...(context.delegated_to as object), email: "mallory@evil.example" };
  });
  const first = await judged(redirected);
  expect(first.check.detail).toMatch(/not valid: challenge/);
  expect(first.line).toMatch(/not valid: challenge/);
  expect(first.status).toBe(1);
  const unsigned = await passedOn();
  await rewrite(unsigned, (context) => {
    delete context.assertion;
  });
  const second = await judged(unsigned);
  expect(second.check.detail).toMatch(/none signed the delegation/);
  expect(second.line).toMatch(/none signed the delegation/);
  expect(second.status).toBe(1);
});
