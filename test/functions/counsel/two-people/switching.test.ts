import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { deedsIn, peopleOf } from "./people.ts";

/** The same stage, deployed with the option on or off. */
async function deployed(stateDir: string, isOn: boolean): Promise<TestSystem> {
  const system = await startTestSystemWithLog({
    stateDir,
    settings: { WORKER_INVOKE_ENABLED: "false", ...(isOn ? { TWO_PEOPLE: "true" } : {}) },
  });
  onTestFinished(() => system.close());
  return system;
}

async function switchesIn(system: TestSystem): Promise<unknown[]> {
  const { body } = await system.admin("GET", "/admin/audit?resource_type=two_people&order=asc");
  return body.items.map(({ context }: { context: unknown }) => context);
}

test("switching the option is recorded before anything is done under it; earlier links are shown to nobody", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "two-people-"));
  const off = await deployed(stateDir, false);
  const { review, token, counselId, frameworkId, ruleIds } = await commission(off);
  const linkIn = async (system: TestSystem) =>
    (await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body.items[0].context
      .magic_link_url;
  expect(await linkIn(off)).toContain(token);
  expect(await switchesIn(off)).toEqual([]);
  await off.close();

  const on = await deployed(stateDir, true);
  expect(await linkIn(on)).toMatch(/^sha256:/);
  const { ann, bob } = await peopleOf(on);
  const deeds = deedsIn(on, { frameworkId, ruleIds });
  expect((await deeds.open(token)).body.code).toBe("counsel_unconfirmed");
  expect((await deeds.request(ann, counselId)).body.code).toBe("counsel_unconfirmed");
  expect((await deeds.decide(token)).body.code).toBe("counsel_unconfirmed");
  expect(await switchesIn(on)).toEqual([{ previous: false, value: true }]);
  await expectStatus(deeds.confirm(bob, counselId), 200);
  await expectStatus(deeds.open(token), 200);
  await expectStatus(deeds.renew(ann, review.id), 200);
  expect((await deeds.open(token)).body.code).toBe("invalid_token");
  await on.close();

  const again = await deployed(stateDir, false);
  await expectStatus(
    again.admin("POST", "/admin/rule-reviews", {
      framework_id: frameworkId,
      rule_use_case_ids: ruleIds,
      counsel_id: counselId,
    }),
    201,
  );
  expect(await switchesIn(again)).toEqual([
    { previous: false, value: true },
    { previous: true, value: false },
  ]);
});
