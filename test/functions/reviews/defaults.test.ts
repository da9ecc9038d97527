import { expect, test } from "vitest";
import { commission, expectStatus, requestReview } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";
import { itemsUnder } from "#test/support/table-attack.ts";

/*
 * A request that names neither mail, panel, delegation nor verdicts: the members of its answers, rows
 * and evidence, as they were recorded before there were any of these.
 */

const system = suiteSystemWithLog();

const recorded = [
  ...["counsel_id", "created_at", "decided_at", "decision_comment", "decision_signature"],
  ...["expires_at", "framework_id", "id", "nonce", "requested_by_user_id", "rule_use_case_ids"],
  ...["rule_version_hash", "status", "supplementary_pdf_kv_secret", "viewed_at"],
];
/** Members that answers have gained since; in this request they say nothing. */
const gained = { mail: null, panel_id: null, may_delegate: null, delegated_from: null };
const rows = {
  "rule_review.requested": [
    ...[
      "content_hashes",
      "counsel_id",
      "expires_at",
      "framework_id",
      "magic_link_url",
      "nonce",
      "requested_by_user_id",
    ],
    ...["rule_use_case_ids", "rule_version_hash"],
  ],
  "rule_review.viewed_by_counsel": ["counsel_id", "framework_id", "link", "via", "viewed_at"],
  "rule_review.approved": [
    ...[
      "content_hashes",
      "counsel",
      "counsel_email",
      "counsel_head",
      "counsel_id",
      "decided_at",
      "decision",
    ],
    ...["decision_comment", "decision_signature", "document", "framework_id", "link"],
    ...["rule_use_case_ids", "rule_version_hash", "signing_policy"],
  ],
};
/** The members of the answer to counsel: names, in order. */
const answersCounsel = [
  ...["changed_meanwhile", "changed_since_last_approval", "counsel", "created_at", "decision"],
  ...["expires_at", "framework", "language", "may_delegate", "previously_approved", "request_id"],
  ...["rule_hashes", "rule_sources", "rule_version_hash", "rules", "status"],
];
const names = (value: object): string[] => Object.keys(value).sort();

/** What a request and more time leave in the table, apart from rows. */
const kept = async (id: string) => {
  const under = async (pk: string) =>
    (await itemsUnder(system, pk)).filter((item) => isOf(item, id));
  const [questions, links, [stored]] = await Promise.all([
    under("QUESTIONS#OPEN"),
    under("LINK#"),
    under(`REVIEW#${id}`),
  ]);
  return { questions: questions.length, links: links.map(({ sk }) => sk).toSorted(), stored };
};
const isOf = (item: object, id: string): boolean => JSON.stringify(item).includes(id);

test("a request by hand answers, writes and proves the same as before there was anything to choose", async () => {
  const first = await commission(system);
  const { review, token } = first;
  const link = `/counsel/review/${token}`;
  const { body: view } = await expectStatus(system.api()("GET", link), 200);
  expect(names(view)).toEqual(answersCounsel);
  const none = await expectStatus(system.api()("GET", `${link}/questions`), 200);
  expect(none.body).toEqual({ items: [] });
  await expectStatus(system.api()("POST", `${link}/decide`, { decision: "approved" }), 200);
  const path = `/admin/rule-reviews/${review.id}`;
  const get = async (at: string) => (await expectStatus(system.admin("GET", at), 200)).body;
  const one = await get(path);
  expect(one).toMatchObject(gained);
  expect(names(one)).toEqual([...recorded, ...Object.keys(gained), "cancel_reason"].toSorted());
  const { items } = await get(`${path}/audit`);
  expect(
    items.map(({ action, context }: { action: string; context: object }) => [
      action,
      names(context),
    ]),
  ).toEqual(Object.entries(rows));
  const bundle = await get(`${path}/bundle`);
  expect(names(bundle.request)).toEqual(recorded);
  expect((await get(`${path}/evidence`)).request).not.toHaveProperty("rule_verdicts");
  expect((await system.api()("GET", "/_local/outbox")).body.items).toEqual([]);
  expect(await kept(review.id)).toMatchObject({ questions: 0, links: ["SIGNED#1", "STATE"] });

  // A question, its answer and more time are rows of their own, and leave everything else as it is.
  const other = await requestReview(system, first);
  const more = `/admin/rule-reviews/${other.review.id}`;
  const asked = `/counsel/review/${other.token}`;
  await expectStatus(system.api()("GET", asked), 200);
  const { id } = (
    await expectStatus(system.api()("POST", `${asked}/questions`, { text: "Since when?" }), 201)
  ).body;
  expect((await kept(other.review.id)).questions).toBe(1);
  const text = { text: "Since May." };
  await expectStatus(system.admin("POST", `${more}/questions/${id}/answer`, text), 200);
  await expectStatus(system.admin("POST", `${more}/extend`, { expiry_days: 20 }), 200);
  expect(await kept(other.review.id)).toMatchObject({
    questions: 0,
    links: ["SIGNED#1", "SIGNED#2", "STATE"],
  });
  await expectStatus(system.api()("POST", `${asked}/decide`, { decision: "approved" }), 200);
  const trail = (await get(`${more}/audit`)).items.map(
    ({ action, context }: { action: string; context: object }) => [action, names(context)],
  );
  const own = ["question_asked", "question_answered", "extended"].map(
    (one) => `rule_review.${one}`,
  );
  expect(trail.map(([action]: string[]) => action).slice(2, 5)).toEqual(own);
  expect(trail.toSpliced(2, 3)).toEqual(Object.entries(rows));
  expect(names((await get(`${more}/bundle`)).request)).toEqual(recorded);
  expect(names(await get(more))).toEqual(names(one));
});
