import { expect, test } from "vitest";
import { commission, expectStatus } from "#test/support/review-fixture.ts";
import { suiteSystemWithLog } from "#test/support/suite-system.ts";

/*
 * A request that names neither mail, panel, delegation nor verdicts, as it was recorded before there
 * were any: members of its answers, rows and evidence.
 */

const system = suiteSystemWithLog();

const recorded = [
  ...["counsel_id", "created_at", "decided_at", "decision_comment", "decision_signature"],
  ...["expires_at", "framework_id", "id", "nonce", "requested_by_user_id", "rule_use_case_ids"],
  ...["rule_version_hash", "status", "supplementary_pdf_kv_secret", "viewed_at"],
];
/** What answers gained since; it says nothing. */
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
const names = (value: object): string[] => Object.keys(value).sort();

test("a request by hand answers, writes and proves what it did before there was anything to choose", async () => {
  const { review, token } = await commission(system);
  const link = `/counsel/review/${token}`;
  await expectStatus(system.api()("GET", link), 200);
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
});
