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
      "d1b97cc0b205505ae4da43ff1ee9356875942e3a6ba9e1473425a42a0a565561",
      "b8f557c767a5005c7ee2bf323deccbfac6c25aa386a228230ff14f2daf1d6972",
      "73f9bb3d27dc1723df19e46f05a1a4631d1bb30907811fc667d276794368019b",
    ],
    seal: "21a935f967f886afb5051d87f372aa6ec49065e1795e60b2dde7d4f8a3112ed2",
    bundle: "34d6729807a0daa0c86713e7ea76674a399cd0b37c031d9a0b1cf50f672a6b4e",
  });
});
