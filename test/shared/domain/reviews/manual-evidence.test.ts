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
    salts: { decision_comment: "5".repeat(32) },
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
      "ba46e639b0c92ad148a667c17b80cf98e314e411201ebcc073159bcca8772b21",
    ],
    seal: "c35ef9aeb1f8e8f17bea2096ff50d986e9bebc77dca72622ea2286001ccedaf7",
    bundle: "e9376b0fa260abc2699d35da9ab1621e3528b1b50d85c1ea789779a316e669f9",
  });
});
