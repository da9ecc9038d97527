import { expect, test } from "vitest";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { evidenceFile } from "#shared/domain/evidence/bundle.ts";
import { DEVELOPMENT_SECRET, keyringOf, type SigningKey } from "#shared/domain/reviews/keyring.ts";
import { decide, request, view } from "#shared/domain/reviews/transitions.ts";
import { ruleText } from "#test/support/review-fixture.ts";

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
const hash = (digit: string) => digit.repeat(64);

/** A request that names none of what came later, from its first row to its bundle. */
function manualReview() {
  const requested = request({
    review: {
      id: id(1),
      framework_id: "fw",
      rule_use_case_ids: ["rule.b", "rule.a"],
      rule_version_hash: hash("1"),
      counsel_id: id(2),
      expires_at: "2026-12-01T00:00:00.000Z",
      requested_by_user_id: id(3),
      nonce: "0".repeat(32),
      token_hash: hash("2"),
      pinned_hashes: [hash("3"), hash("4")],
    } as never,
    link: "https://example.com/counsel/review/token",
    id: id(4),
    now: "2026-11-17T00:00:00.000Z",
  });
  const viewed = view(requested.after, { via: "page", id: id(5), now: "2026-11-18T00:00:00.000Z" });
  const key = keyringOf({ stored: null, override: DEVELOPMENT_SECRET, development: true });
  const decided = decide(viewed.after as never, {
    decision: "approved_with_changes",
    comment: "As discussed.",
    document: null,
    assertion: null,
    signer: {
      email: "ada@law.example",
      display_name: "Dr. Ada Lex",
      firm: null,
      jurisdiction: "DE",
      bar_registration: null,
      signing_policy: "link",
      counsel_head: hash("5"),
    },
    key: key.current as SigningKey,
    id: id(6),
    now: "2026-11-19T00:00:00.000Z",
  });
  const rows = [requested.row, viewed.row, decided.row];
  const bundle = evidenceFile(
    {
      record: decided.after,
      counsel: null,
      rules: [ruleText("rule.b"), ruleText("rule.a")] as never,
      rows,
      counselRows: [],
      related: [],
      panelRows: null,
      writers: [],
      log: {
        log: { origin: "log.example/evidence/log", keys: null, proofs: [] },
        timestamp: null,
        timestamp_reason: "not_configured",
      },
    },
    "then",
  );
  return { rows, bundle, seal: decided.after.record_seal };
}

test("rows, seal and bundle of a request that names none of it are the recorded bytes", () => {
  const { rows, bundle, seal } = manualReview();
  // The one member that was added since they were recorded says that there is nothing to say.
  const { panel_audit, ...recorded } = bundle;
  expect(panel_audit).toBeNull();
  expect({
    rows: rows.map(({ row_hash }) => row_hash),
    seal: seal?.mac,
    bundle: sha256Hex(canonicalJson(recorded)),
  }).toEqual({
    rows: [
      "75ab02d8eb7ee47d106d29507622ba5727fb77bad5af99bbba96ffcac5dadcd0",
      "4e8688187418ef57b980a0adeadb514a63e0a9761021c5d3b0a77b4652c2a592",
      "cf3df34ddae0bc0522e355f45470166aa86a8f3fc58d37eb33c9dbbd577efefa",
    ],
    seal: "5617357ccfb81fdb05035b344c607f57cdf5b05974ab7c1b81e63af3a01a8e77",
    bundle: "0ab7c0c5fd1cbc57966991f4244f8f3582f233331137db21f5a0a7bad4421917",
  });
});
