import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { softwarePasskey } from "#infra/local/software-passkey.ts";
import type { AuditRow } from "#shared/domain/audit/row.ts";
import { notedOf as notedIn } from "#shared/domain/evidence/vouched.ts";
import { type Auditor, auditorOf } from "#test/support/forge-bundle.ts";
import { commission, expectStatus, newRuleBook } from "#test/support/review-fixture.ts";
import { startTestSystemWithLog, type TestSystem } from "#test/support/system.ts";
import { rewriteItem } from "#test/support/table-attack.ts";
import { addressOf, deedsIn, mailedToken, mailsTo, newAddress, peopleOf } from "./people.ts";

/** Deploys the same stage with the option on or off. */
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

let auditor: Auditor | undefined;
afterAll(() => auditor?.close());

/** What the verifier notes about who was behind a request, and about who decided. */
async function notedOf(system: TestSystem, id: string) {
  auditor ??= await auditorOf(system);
  const { text } = await system.admin("GET", `/admin/rule-reviews/${id}/bundle`);
  const { stdout } = await auditor.run(text);
  expect(stdout).not.toContain("CHANGED");
  const noted = stdout.matchAll(/^NOTED +(people|who_decided) +(.*)$/gm);
  return Object.fromEntries([...noted].map(([, name, said]) => [name, said]));
}

/** As ever, one person alone registers, asks and forwards, and whoever has the link decides. */
async function expectAsBefore(system: TestSystem): Promise<void> {
  const book = await newRuleBook(system);
  const { nameless } = await peopleOf(system);
  const deeds = deedsIn(system, book);
  const email = newAddress();
  const { id } = (await expectStatus(deeds.register(nameless, email), 201)).body;
  await expectStatus(deeds.edit(nameless, id, { firm: "Lex LLP" }), 200);
  const asked = await expectStatus(deeds.request(nameless, id), 201);
  const link: string = asked.body.magic_link_url;
  const [, token = ""] = /\/counsel\/review\/([\w-]{43})$/.exec(link) ?? [];
  const { items } = (await nameless("GET", `/admin/rule-reviews/${asked.body.id}/audit`)).body;
  expect(items[0].context.magic_link_url).toBe(link);
  expect(items[0].context).not.toHaveProperty("two_people");
  expect(system.rawLines.some((line) => line.includes(token))).toBe(true);
  const renewed = await expectStatus(
    deeds.renew(nameless, asked.body.id, { deliver: "manual" }),
    200,
  );
  const own = renewed.body.magic_link_url.split("/").at(-1);
  await expectStatus(deeds.open(own), 200);
  expect((await expectStatus(deeds.invite(nameless, id), 201)).body.url).toContain("/counsel/key/");
  await expectStatus(deeds.decide(own), 200);
  const mailed = { may_delegate: true, deliver: "mail" };
  const { body: next } = await expectStatus(deeds.request(nameless, id, mailed), 201);
  const passing = { display_name: "Anna Conti", email: newAddress(), reason: "She knows it." };
  const path = `${new URL(next.magic_link_url).pathname}/delegate`;
  await expectStatus(system.api()("POST", path, passing), 201);
  const theirs = await mailedToken(system, passing.email);
  await expectStatus(deeds.decide(theirs), 200);
  const { body } = await system.api()("GET", "/admin/console/config.json");
  expect(body).not.toHaveProperty("two_people");
  expect(await switchesIn(system)).toEqual([]);
}

test("switching the option is recorded before anything is done under it; earlier links are shown to nobody", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "two-people-"));
  const off = await deployed(stateDir, false);
  await expectAsBefore(off);
  const { review, token, counselId, frameworkId, ruleIds, email } = await commission(off);
  const linkIn = async (system: TestSystem) =>
    (await system.admin("GET", `/admin/rule-reviews/${review.id}/audit`)).body.items[0].context
      .magic_link_url;
  expect(await linkIn(off)).toContain(token);
  expect(await switchesIn(off)).toEqual([]);
  const retired = await commission(off);
  await expectStatus(off.admin("POST", `/admin/counsel/${retired.counselId}/deactivate`), 200);
  await off.close();

  const on = await deployed(stateDir, true);
  expect(await linkIn(on)).toMatch(/^sha256:/);
  const { ann, bob } = await peopleOf(on);
  const deeds = deedsIn(on, { frameworkId, ruleIds });
  expect((await deeds.open(token)).body.code).toBe("counsel_unconfirmed");
  expect((await deeds.request(ann, counselId)).body.code).toBe("counsel_unconfirmed");
  expect((await deeds.decide(token)).body.code).toBe("counsel_unconfirmed");
  // Counsel who retired with an open request cannot decide it either until they are confirmed.
  expect((await deeds.open(retired.token)).body.code).toBe("counsel_unconfirmed");
  const { work } = (await expectStatus(on.admin("GET", "/admin/overview"), 200)).body;
  const waiting = work.filter((one: { kind: string }) => one.kind === "counsel_unconfirmed");
  for (const id of [counselId, retired.counselId]) {
    expect(waiting).toContainEqual(
      expect.objectContaining({ counsel_id: id, severity: "high", count: 1 }),
    );
  }
  await expectStatus(deeds.confirm(bob, retired.counselId), 200);
  await expectStatus(deeds.open(retired.token), 200);
  expect(await switchesIn(on)).toEqual([{ previous: false, value: true }]);
  await expectStatus(deeds.confirm(bob, counselId), 200);
  await expectStatus(deeds.open(token), 200);
  await expectStatus(deeds.renew(ann, review.id), 200);
  expect((await deeds.open(token)).body.code).toBe("invalid_token");
  const own = await mailedToken(on, email);
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
  // The link that was mailed while the option was on is shown to nobody afterwards, and goes by mail again.
  const path = `/admin/rule-reviews/${review.id}/extend`;
  await expectStatus(again.admin("POST", path, { expiry_days: 30 }), 200);
  expect(await mailsTo(again, email)).toHaveLength(2);
  await expectStatus(deedsIn(again, { frameworkId, ruleIds }).open(own), 200);
});

test("an invitation to enrol a key that an admin was shown does nothing once two people are needed", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "countersign-invited-"));
  const before = await deployed(stateDir, false);
  const book = await newRuleBook(before);
  const { ann } = await peopleOf(before);
  const early = deedsIn(before, book);
  const { id } = (await expectStatus(early.register(ann, newAddress()), 201)).body;
  const { url } = (await expectStatus(early.invite(ann, id), 201)).body;
  const path = new URL(url).pathname;
  const { body: opened } = await expectStatus(before.api()("GET", path), 200);
  await before.close();
  const system = await deployed(stateDir, true);
  const { bob } = await peopleOf(system);
  await expectStatus(deedsIn(system, book).confirm(bob, id), 200);
  const { body } = await expectStatus(system.api()("GET", path), 410);
  expect([body.code, body.ended]).toEqual(["invitation_ended", "shown"]);
  // Whatever the table says: the row of the invitation counts.
  await rewriteItem(system, { pk: `COUNSEL#${id}`, sk: "INVITATION" }, ({ invitation }) => {
    invitation.by_mail = true;
  });
  const made = softwarePasskey(system.baseUrl).create(opened);
  const answer = await system.api()("POST", path, made);
  expect([answer.status, answer.body.code]).toEqual([503, "state_differs"]);
});

test("nobody can confirm counsel whom somebody without an address registered, and the answer says what to do", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "countersign-nameless-"));
  const before = await deployed(stateDir, false);
  const book = await newRuleBook(before);
  const early = deedsIn(before, book);
  const { nameless, ann } = await peopleOf(before);
  const { id } = (await expectStatus(early.register(nameless, newAddress()), 201)).body;
  await expectStatus(early.edit(ann, id, { firm: "Lex LLP" }), 200);
  await before.close();
  const system = await deployed(stateDir, true);
  const deeds = deedsIn(system, book);
  const { bob, cem } = await peopleOf(system);
  const { body } = await expectStatus(deeds.confirm(bob, id), 403);
  expect(body.detail).toContain(
    "Register this counsel anew, cancel this record's open requests, and deactivate it.",
  );
  const invited = await expectStatus(deeds.invite(cem, id), 422);
  expect(invited.body.detail).toBe(body.detail);
});

test("the verifier says who was shown the newest link, and for which link two people were needed", async () => {
  const stateDir = mkdtempSync(join(tmpdir(), "two-people-"));
  let system = await deployed(stateDir, false);
  const book = await newRuleBook(system);
  const email = newAddress();
  const acting = async (of: string) =>
    system.api(await system.token({ sub: of, is_platform_admin: true, email: addressOf(of) }));
  const { id: counsel } = (
    await expectStatus(deedsIn(system, book).register(await acting("ann"), email), 201)
  ).body;
  const ask = async (by: string, deliver = "mail"): Promise<{ id: string }> =>
    (await expectStatus(deedsIn(system, book).request(await acting(by), counsel, { deliver }), 201))
      .body;
  const renew = async (by: string, { id }: { id: string }, deliver = "mail") =>
    expectStatus(deedsIn(system, book).renew(await acting(by), id, { deliver }), 200);
  const people = async ({ id }: { id: string }) => (await notedOf(system, id)).people;
  const told = (last: string, asked = "ann") =>
    `Counsel was registered by user ann, the review was requested by user ${asked}, its link was ${last}`;
  const confirmed = "a second one had confirmed who counsel is.";

  const [alone, byTwo, laterSealed] = [await ask("ann"), await ask("ann"), await ask("ann")];
  await mailedToken(system, email);
  const one = "One person registered counsel, requested this review and was shown its link.";
  expect(await people(alone)).toBe(one);
  await renew("bob", byTwo, "manual");
  expect(await people(byTwo)).toBe(told("shown to user bob."));
  await system.close();

  system = await deployed(stateDir, true);
  await expectStatus(deedsIn(system, book).confirm(await acting("bob"), counsel), 200);
  const sealed = await ask("ann");
  const unseen = "One person registered counsel and requested this review, whose link was mailed.";
  expect(await people(sealed)).toBe(`${unseen} Two people were needed: ${confirmed}`);
  await renew("bob", sealed);
  expect(await people(sealed)).toBe(`${unseen} Two people were needed: ${confirmed}`);
  await renew("bob", laterSealed);
  const renewed = `Two people were needed when its link was renewed: ${confirmed}`;
  expect(await people(laterSealed)).toBe(`${unseen} ${renewed}`);
  await system.close();

  system = await deployed(stateDir, false);
  await renew("bob", sealed, "manual");
  const requested = `Two people were needed when it was requested: ${confirmed}`;
  expect(await people(sealed)).toBe(`${told("shown to user bob.")} ${requested}`);
});

test("a decision by a link that went to an address which counsel had before is not said to come from the new one", async () => {
  const system = await deployed(mkdtempSync(join(tmpdir(), "two-people-")), false);
  const book = await newRuleBook(system);
  const deeds = deedsIn(system, book);
  const { nameless } = await peopleOf(system);
  const email = newAddress();
  const { id } = (await expectStatus(deeds.register(nameless, email), 201)).body;
  const asked = [];
  for (const deliver of ["mail", "mail"]) {
    asked.push((await expectStatus(deeds.request(nameless, id, { deliver }), 201)).body);
    await mailedToken(system, email);
  }
  const [kept, moved] = asked;
  const decide = ({ magic_link_url }: { magic_link_url: string }) =>
    expectStatus(deeds.decide(magic_link_url.split("/").at(-1) as string), 200);
  await decide(kept);
  expect((await notedOf(system, kept.id)).who_decided).toContain(`was sent to ${email};`);
  await expectStatus(deeds.edit(nameless, id, { email: newAddress() }), 200);
  await decide(moved);
  expect((await notedOf(system, moved.id)).who_decided).toBe(
    "Whoever opened the link that was sent to an address counsel had before; only counsel's own key proves the person.",
  );
  const { body } = await system.admin("GET", `/admin/rule-reviews/${moved.id}/bundle`);
  const mailed = body.audit.find(({ action }: AuditRow) => action === "rule_review.link_mailed");
  mailed.context.to_sha256 = "0".repeat(64);
  expect(notedIn(body).who_decided).toContain("to an address that no row about counsel names;");
});
