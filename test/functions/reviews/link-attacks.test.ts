import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import type { SoftwarePasskey } from "#infra/local/software-passkey.ts";
import { canonicalHash } from "#shared/domain/canonical.ts";
import { challengeFor, enrol, setPolicy } from "#test/support/enrol.ts";
import {
  appointAnother,
  type Commissioned,
  commission,
  expectStatus,
  requestReview,
} from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { type Item, itemAt, putItem, rewriteItem, takeBack } from "#test/support/table-attack.ts";
import { testWriter } from "#test/support/test-writer.ts";

/*
 * What somebody who can write every item of the table can achieve with counsel's links through the
 * public door: nothing but what the function that issued the link signed.
 */

const system = suiteSystemWithLog();
afterEach(() => takeBack(system));

let known: Commissioned | undefined;
const requested = async (): Promise<Commissioned> => {
  known ??= await commission(system);
  return requestReview(system, await appointAnother(system, known));
};

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const pkOf = (token: string) => `LINK#${hashOf(token)}`;
const partOf = (token: string, sk: "SIGNED#1" | "STATE") => itemAt(system, { pk: pkOf(token), sk });
const recordOf = (one: Commissioned) => ({ pk: `REVIEW#${one.review.id}`, sk: "META" });

const open = (token: string) => system.api()("GET", `/counsel/review/${token}`);
const decide = (token: string, more: object = {}) =>
  system.api()("POST", `/counsel/review/${token}/decide`, { decision: "approved", ...more });

/** Checks that the link opens nothing, in any way, and that each attempt raises an alarm. */
async function expectRefused(token: string): Promise<void> {
  system.lines.length = 0;
  for (const { status, body } of [await open(token), await decide(token)]) {
    expect([status, body.code]).toEqual([403, "invalid_token"]);
  }
  const delegation = await system.api()("POST", `/counsel/review/${token}/delegate`, {
    ...{ display_name: "A Puppet", email: "puppet@law.example", reason: "Because." },
  });
  expect([delegation.status, delegation.body.code]).toEqual([403, "invalid_token"]);
  const { body } = await system.api()("GET", `/counsel/review/${token}/summary`);
  expect(body).toEqual({ review: null });
  const alarms = system.lines.filter(({ event }) => event === "review.link_not_genuine");
  expect(alarms.map(({ level }) => level)).toEqual(["error", "error", "error", "error"]);
  expect(JSON.stringify(alarms)).not.toContain(token);
}

describe("a link in the table that no function issued", () => {
  test("N6: the items of somebody else's link, copied under the hash of the attacker's own token, open nothing", async () => {
    const { token } = await requested();
    const own = "an-attackers-own-token-of-sufficient-length";
    const signed = await partOf(token, "SIGNED#1");
    const state = await partOf(token, "STATE");
    await putItem(system, { ...state, pk: pkOf(own) });
    await expectRefused(own);
    await putItem(system, { ...signed, pk: pkOf(own) });
    await expectRefused(own);
    const token_hash = hashOf(own);
    const link = { ...signed.link, review: { ...signed.link.review, token_hash } };
    await putItem(system, { ...signed, pk: pkOf(own), link });
    await putItem(system, { ...state, pk: pkOf(own), review: { ...state.review, token_hash } });
    await expectRefused(own);
  });

  test.each([
    ["its signed item altered", { review: { rule_use_case_ids: ["rule.b"] } }],
    ["another counsel in it", { signer: { email: "puppet@law.example" } }],
    ["a policy that demands no key", { signer: { signing_policy: "other" } }],
    ["another time of issue", { issued_at: "2020-01-01T00:00:00.000Z" }],
  ])("N6: a link with %s opens nothing", async (_, change: Record<string, unknown>) => {
    const { token } = await requested();
    await rewriteItem(system, { pk: pkOf(token), sk: "SIGNED#1" }, (item) => {
      for (const [part, now] of Object.entries(change)) {
        item.link[part] = typeof now === "string" ? now : { ...item.link[part], ...(now as Item) };
      }
    });
    await expectRefused(token);
    await takeBack(system);
    await expectStatus(open(token), 200);
  });

  test.each([
    ["nothing in it", {}],
    ["other types in it", { link: 1, certificate: [], signature: {} }],
    ["a certificate of nobody", { certificate: { certificate: "", signature: "" } }],
  ])("a signed item with %s is no link, and no fault", async (_, instead: Item) => {
    const { token } = await requested();
    const key = { pk: pkOf(token), sk: "SIGNED#1" };
    const before = await itemAt(system, key);
    const kept = Object.keys(instead).length === 0 ? {} : before;
    await putItem(system, { ...kept, ...key, ...instead });
    await expectRefused(token);
  });

  test("N6: a link is believed only from a function that issues links, of this log, and in its time", async () => {
    const { token } = await requested();
    const key = { pk: pkOf(token), sk: "SIGNED#1" };
    const { link } = await itemAt(system, key);
    const text = `countersign link\n${canonicalHash(link)}\n`;
    const by = async (...more: [string, Parameters<typeof testWriter>[2]?]) => {
      const { certified, sign } = await testWriter(system, ...more);
      await putItem(system, { ...key, link, certificate: certified, signature: sign(text) });
    };
    await by("decideReview");
    await expectRefused(token);
    await by("createReview", { origin: "another.example/evidence/log" });
    await expectRefused(token);
    const past = { notBefore: "2020-01-01T00:00:00.000Z", notAfter: "2020-01-01T12:00:00.000Z" };
    await by("createReview", past);
    await expectRefused(token);
    // An attacker who takes over a function that issues links can issue them.
    await by("createReview");
    await expectStatus(open(token), 200);
  });
});

describe("what the table says about a request besides its link", () => {
  test("a delegate is asked under the matter that the request's first row names", async () => {
    const counsel = await appointAnother(system, known ?? (await requested()));
    const more = { may_delegate: true, matter_reference: "Matter 1" };
    const one = await requestReview(system, counsel, more);
    for (const key of [recordOf(one), { pk: pkOf(one.token), sk: "STATE" }]) {
      await rewriteItem(system, key, ({ review }) => {
        review.matter_reference = "Matter 88";
      });
    }
    await expectStatus(
      system.api()("POST", `/counsel/review/${one.token}/delegate`, {
        ...{ display_name: "Eva Recht", email: "eva@recht.example", reason: "On leave." },
      }),
      201,
    );
    const { body } = await system.admin("GET", "/admin/rule-reviews?limit=200");
    const { id } = body.items.find((found: Item) => found.delegated_from === one.review.id);
    const [asked] = (await system.admin("GET", `/admin/rule-reviews/${id}/audit`)).body.items;
    const theirs = await open(asked.context.magic_link_url.split("/").at(-1));
    expect([asked.context, theirs.body].map((said) => said.matter_reference)).toEqual([
      "Matter 1",
      "Matter 1",
    ]);
  });

  test("N6: if the end is moved in every other item, the end that the link signed still counts", async () => {
    const one = await requested();
    const later = new Date(Date.now() + 90 * 86_400_000).toISOString();
    for (const key of [recordOf(one), { pk: pkOf(one.token), sk: "STATE" }]) {
      await rewriteItem(system, key, (item) => {
        item.review.expires_at = later;
      });
    }
    expect((await expectStatus(open(one.token), 200)).body.expires_at).toBe(one.review.expires_at);
    await system.advance(20 * 86_400);
    const { status, body } = await decide(one.token);
    expect([status, body.code]).toEqual([410, "review_expired"]);
  });

  test("a nonce, rules or a counsel that were changed there do not change what is decided", async () => {
    const one = await requested();
    const { nonce } = (await itemAt(system, recordOf(one))).review;
    for (const key of [recordOf(one), { pk: pkOf(one.token), sk: "STATE" }]) {
      await rewriteItem(system, key, (item) => {
        Object.assign(item.review, { nonce: "0".repeat(32), rule_use_case_ids: ["rule.b"] });
      });
    }
    await expectStatus(decide(one.token), 200);
    const { review } = await itemAt(system, recordOf(one));
    expect([review.nonce, review.rule_use_case_ids]).toEqual([nonce, one.ruleIds]);
  });

  test("C2: a link that demands counsel's own key goes on demanding it, whatever the table says about the policy", async () => {
    const first = await requested();
    const key: SoftwarePasskey = await enrol(system, first.counselId);
    await setPolicy(system, first.counselId, "key_required");
    const one = await requestReview(system, first);
    const counsel = { pk: `COUNSEL#${one.counselId}`, sk: "META" };
    await rewriteItem(system, counsel, (item) => {
      item.counsel.signing_policy = "link";
    });
    const { status, body } = await decide(one.token);
    expect([status, body.code]).toEqual([422, "assertion_required"]);
    expect((await open(one.token)).body.keys).toHaveLength(1);
    const assertion = key.get(await challengeFor(system, one, { decision: "approved" }));
    await expectStatus(decide(one.token, { assertion }), 200);
  });

  test("N5: an invented delegate gets no link that opens, and counsel's key still decides", async () => {
    const first = await requested();
    const key = await enrol(system, first.counselId);
    await setPolicy(system, first.counselId, "key_required");
    const one = await requestReview(system, first);
    const puppet = await appointAnother(system, one);
    const own = "the-puppets-token-which-nobody-has-issued-it";
    const id = crypto.randomUUID();
    const { review } = await itemAt(system, recordOf(one));
    const invented = {
      ...review,
      ...{ id, token_hash: hashOf(own), counsel_id: puppet.counselId, delegated_from: review.id },
    };
    const signed = await partOf(one.token, "SIGNED#1");
    const signer = { ...signed.link.signer, email: puppet.email, signing_policy: "link" };
    await putItem(system, { pk: `REVIEW#${id}`, sk: "META", review: invented });
    await putItem(system, { pk: pkOf(own), sk: "STATE", review: invented });
    const link = { ...signed.link, review: { ...signed.link.review, ...invented }, signer };
    await putItem(system, { ...signed, pk: pkOf(own), link });
    await expectRefused(own);
    const assertion = key.get(await challengeFor(system, one, { decision: "rejected" }));
    await expectStatus(decide(one.token, { decision: "rejected", assertion }), 200);
  });
});
