import type { Json } from "#shared/platform/http/ask.ts";
import { actionsIn, expectThat, FRAMEWORK, RULES, type Step, type Walk } from "./step.ts";

const EDITED = RULES[0];
const rulePath = `/admin/frameworks/${FRAMEWORK}/rules/${EDITED}`;

const statusOfEdited = async ({ client }: Walk): Promise<string> =>
  (await client.admin("GET", rulePath)).body.review_status;

/** The same hexadecimal text with a different last digit. */
const otherEnd = (hex: string): string => `${hex.slice(0, -1)}${hex.endsWith("0") ? "1" : "0"}`;

/** What the platform can show to a regulator afterwards. */
export const evidenceSteps: readonly Step[] = [
  {
    title: "The audit trail",
    proves: "who asked, who looked, who decided, in order, each row linked to the one before",
    run: async ({ client, reviewId }) => {
      const { body } = await client.admin("GET", `/admin/rule-reviews/${reviewId}/audit`);
      const actions = actionsIn(body.items).join(", ");
      const isChain = body.items.every(
        (row: Json, i: number) => row.prev_hash === (body.items[i - 1]?.row_hash ?? null),
      );
      const expected =
        "rule_review.requested, rule_review.viewed_by_counsel, rule_review.approved_with_changes";
      expectThat(actions === expected && isChain, `the trail is ${actions}`);
      return actions;
    },
  },
  {
    title: "Verify the signature",
    proves: "it verifies for exactly these bytes and fails if one character changes",
    run: async ({ client, receipt, email, nonce }) => {
      const fields = {
        decision: receipt.decision,
        counsel_email: email,
        nonce,
        decided_at: receipt.decided_at,
        signature: receipt.decision_signature,
      };
      const verify = async (more: Json) =>
        (await client.admin("POST", "/admin/signatures/verify", { ...fields, ...more })).body;
      const { verified, key_id } = await verify({});
      expectThat(verified, "the signature does not verify");
      const lies = [
        { decision: "approved" },
        { counsel_email: email.replace("a", "e") },
        { nonce: otherEnd(nonce) },
        { signature: otherEnd(receipt.decision_signature) },
        {
          decided_at: receipt.decided_at.replace(/.Z$/, (end: string) =>
            end === "0Z" ? "1Z" : "0Z",
          ),
        },
      ];
      for (const lie of lies) {
        const verdict = await verify(lie);
        expectThat(!verdict.verified, `it verifies with another ${Object.keys(lie)[0]}`);
      }
      return `verified under key ${key_id}; refused with any of the ${lies.length} fields changed`;
    },
  },
  {
    title: "Edit a rule, then restore it",
    proves: "an approval applies to the content that counsel saw, and to nothing else",
    run: async (walk) => {
      const before = await statusOfEdited(walk);
      const { body: live } = await walk.client.admin("GET", rulePath);
      const content = live.versions.at(-1).content;
      const put = (rule: Json) =>
        walk.client.admin("PUT", `/admin/frameworks/${FRAMEWORK}/rules`, { rules: [rule] });
      let edited = "";
      try {
        await put({ ...content, title: `${content.title} (edited)` });
        edited = await statusOfEdited(walk);
      } finally {
        await put(content);
      }
      const seen = `${before}, ${edited}, ${await statusOfEdited(walk)}`;
      expectThat(seen === "approved_live, approved_then_changed, approved_live", `seen: ${seen}`);
      return `${EDITED}: ${seen.replaceAll(", ", " → ")}`;
    },
  },
];
