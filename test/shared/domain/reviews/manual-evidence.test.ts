import { expect, test } from "vitest";
import { sha256Hex } from "#shared/domain/canonical.ts";
import { canonicalJson } from "#shared/domain/canonical-json.ts";
import { evidenceFile } from "#shared/domain/evidence/bundle.ts";
import { DEVELOPMENT_SECRET, keyringOf, type SigningKey } from "#shared/domain/reviews/keyring.ts";
import { decide, request, view } from "#shared/domain/reviews/transitions.ts";
import { ruleText } from "#test/support/review-fixture.ts";

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
const hash = (digit: string) => digit.repeat(64);

/** A request without any of the fields added later, from its first row to its bundle. */
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
  const viewed = view(requested.after, {
    ...{ via: "page", link: requested.row.row_hash ?? "", id: id(5) },
    now: "2026-11-18T00:00:00.000Z",
  });
  const key = keyringOf({ stored: null, override: DEVELOPMENT_SECRET, development: true });
  const decided = decide(viewed.after as never, {
    decision: "approved_with_changes",
    comment: "As discussed.",
    link: requested.row.row_hash ?? "",
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

test("rows, seal and bundle of a request without any of the later fields are the recorded bytes", () => {
  const { rows, bundle, seal } = manualReview();
  // The one member that was added to all bundles since the recording is null here.
  const { panel_audit, ...recorded } = bundle;
  expect(panel_audit).toBeNull();
  expect({
    rows: rows.map(({ row_hash }) => row_hash),
    seal: seal?.mac,
    bundle: sha256Hex(canonicalJson(recorded)),
  }).toEqual({
    rows: [
      "9438ad6425a0715f5255df4aa0b0b61be153fae0d929ce2139cfaf883fdf8e54",
      "9821303b167ccadcd1d35382b425aebf8663f1c4a8b9859d19d3339363d25348",
      "0c0aaee2491ea1966b52825b6c3f69a9b3e8488d23acca4f16d2d501640c91f8",
    ],
    seal: "d77be63299a2abcccdb7425ad4ad26c7c7e992a415989789a05e768f388017f9",
    bundle: "ea68dc2e3f002a5f9d5db4c7c460f26a264151b1a7039ea350d2da510fa0da22",
  });
});
