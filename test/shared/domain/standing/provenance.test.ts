import { expect, test } from "vitest";
import { delegationText, type Provenance, panelText } from "#shared/domain/standing/provenance.ts";

const panel = (more: Partial<NonNullable<Provenance["panel"]>>): string =>
  panelText({ members: 3, need: 2, status: "changes_requested", outcomes: [], ...more });

test("a proof says how many members the panel has, how many approvals it needs, and what it decided", () => {
  expect(panel({})).toBe(
    "One of 3 members of a panel; 2 approvals needed; the panel asked for changes",
  );
  expect(panel({ need: 1, status: "open" })).toBe(
    "One of 3 members of a panel; 1 approval needed; the panel is still deciding",
  );
  expect(panel({ status: "undecided" })).toContain("; the panel came to no decision");
});

test("a panel that was split by rule names the rules that it did not approve", () => {
  const outcomes: NonNullable<Provenance["panel"]>["outcomes"] = [
    { name: "Art. 50(2)", outcome: "approved" },
    { name: "Art. 50(3)", outcome: "changes_requested" },
  ];
  expect(panel({ status: "approved_with_changes", outcomes })).toContain(
    "; the panel approved with changes (1 approved, 1 sent back: Art. 50(3))",
  );
});

test("a delegation names who passed it on, to whom, when and why, and who alone vouches for the delegate", () => {
  const delegation = {
    from: "Avv. Luca Ferrari",
    to: "Dr. Anna Conti",
    at: "2026-11-03T23:59:59.999Z",
    reason: "The compliance team sees it",
    vouched_by: null,
  };
  const said =
    "Avv. Luca Ferrari passed this on to Dr. Anna Conti on 3 November 2026: 'The compliance team sees it'";
  expect(delegationText(delegation)).toBe(said);
  expect(delegationText({ ...delegation, vouched_by: "Avv. Luca Ferrari" })).toBe(
    `${said}; vouched for by Avv. Luca Ferrari, not confirmed by an admin`,
  );
  const reason = { length: 27, sha256: "0".repeat(64) };
  expect(delegationText({ ...delegation, reason })).toMatch(
    /2026: reason kept back \(27 characters, /,
  );
});
