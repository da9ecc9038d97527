import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type KeptDecision,
  type KeptDecisions,
  knownAt,
  lastApproval,
} from "#shared/domain/standing/kept-decisions.ts";
import { statusOf } from "#shared/domain/standing/rule-status.ts";
import {
  approves,
  byDecision,
  type RuleDecision,
  type RuleRequest,
  standingOf,
} from "#shared/domain/standing/standing.ts";
import {
  at,
  history,
  instant,
  inTwoOrders,
  keptOf,
  requests,
  wording,
} from "#test/support/made-up-decisions.ts";

/** The order of section 1, written a second time: time, refusals after approvals, id. */
const rank = (one: RuleDecision): string =>
  `${one.decided_at} ${one.outcome.startsWith("approved") ? 0 : 1} ${one.panel_id ?? one.review_id}`;

/** What should be kept of the decisions, computed from all of them at once. */
function keptByModel(made: readonly RuleDecision[]): KeptDecisions {
  const oldestFirst = made.toSorted(byDecision);
  const wordings = [...Map.groupBy(oldestFirst, ({ content_hash }) => content_hash).values()];
  const isDropping = wordings.length > 3;
  const newest = wordings
    .map((all): KeptDecision => {
      const [first, last] = [all[0], all.at(-1)] as [RuleDecision, RuleDecision];
      const isAlone = isDropping || first.decided_at === last.decided_at;
      return isAlone ? last : { ...last, since: first.decided_at };
    })
    .sort((a, b) => byDecision(b, a))
    .slice(0, 3);
  const approvalOf = ({ decided_at, content_hash }: RuleDecision) => ({ decided_at, content_hash });
  const placeOf = (one: RuleDecision) => one.decided_at + one.content_hash;
  const approval = made
    .filter(approves)
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
    .at(-1);
  const isHidden =
    approval !== undefined &&
    !newest.some((one) => approves(one) && placeOf(one) === placeOf(approval));
  return {
    count: made.length,
    newest,
    approved: isHidden ? approvalOf(approval) : null,
    dropped_since: isDropping ? (oldestFirst[0]?.decided_at ?? null) : null,
  };
}

describe("the standing of a rule", () => {
  test("comes from the newest decision about the wording, or else from the newest about any wording", async () => {
    await fc.assert(
      fc.property(history, requests, wording, instant, (made, asked, hash, on) => {
        const standing = standingOf({ decisions: made, requests: asked }, hash, on);
        const ranked = made
          .filter(({ decided_at }) => decided_at <= on)
          .sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
        const own = ranked.findLast(({ content_hash }) => content_hash === hash);
        const expected = own ?? ranked.at(-1) ?? null;
        expect(standing.decision).toEqual(expected);
        const isYes = expected?.outcome.startsWith("approved");
        const yes = own === undefined ? "changed" : "approved";
        expect(standing.state).toBe(expected === null ? "none" : isYes ? yes : "refused");
        expect(expected && approves(expected)).toBe(expected && isYes);
        const inAWord = {
          approved: "approved_live",
          changed: "approved_then_changed",
          refused: "refused",
          none: "never_reviewed",
        } as const;
        expect(statusOf({ ...standing, open: [] })).toBe(inAWord[standing.state]);
        expect(standing.objection === null).toBe(standing.state !== "refused");
        expect(standing.objection?.wording_changed_since ?? null).toBe(
          standing.state === "refused" ? own === undefined : null,
        );
      }),
    );
  });

  test("is the same with an open request, which counts once for a panel and puts only its own wording under review", async () => {
    await fc.assert(
      fc.property(history, requests, wording, instant, (made, asked, hash, on) => {
        const { state, open } = standingOf({ decisions: made, requests: asked }, hash, on);
        const isOpen = ({ created_at, expires_at, ended_at }: RuleRequest) =>
          created_at <= on && on <= expires_at && (ended_at === null || on < ended_at);
        const found = asked.filter(isOpen);
        const ids = found.map(({ panel_id, review_id }) => panel_id ?? review_id);
        expect(open.map(({ panel_id, review_id }) => panel_id ?? review_id).sort()).toEqual(
          [...new Set(ids)].sort(),
        );
        for (const { panel_id, review_id } of open) {
          expect(panel_id === null).toBe(review_id !== null);
        }
        const [first] = open;
        const holds = found.filter(({ content_hash }) => content_hash === hash);
        const among = holds.length > 0 ? holds : found;
        const latest = among
          .map(({ expires_at }) => expires_at)
          .sort()
          .at(-1);
        expect([first?.expires_at, first?.holds_wording]).toEqual(
          first === undefined ? [undefined, undefined] : [latest, holds.length > 0],
        );
        expect(statusOf({ state: "none", open })).toBe(
          holds.length > 0 ? "pending" : "never_reviewed",
        );
        const without = standingOf({ decisions: made, requests: [] }, hash, on);
        expect(without.state).toBe(state);
      }),
    );
  });

  test("among decisions of one instant a refusal comes last, then the greater id, which is the panel's if there is one", async () => {
    const base = { decided_at: at(1), content_hash: "w1" };
    const yes = { ...base, review_id: "z", panel_id: null, outcome: "approved" } as const;
    const no = { ...base, review_id: "a", panel_id: null, outcome: "changes_requested" } as const;
    const panels = { ...base, review_id: "z", panel_id: "b", outcome: "rejected" } as const;
    expect([panels, no, yes].sort(byDecision)).toEqual([yes, no, panels]);
    expect(keptOf([yes, no]).newest).toEqual([no]);
  });

  test("a panel that asks two members is open once", () => {
    const asked = { content_hash: "w1", created_at: at(1), expires_at: at(9), ended_at: null };
    const requests = ["a", "b"].map((review_id) => ({ ...asked, review_id, panel_id: "p" }));
    expect(standingOf({ decisions: [], requests }, "w1", at(2)).open).toHaveLength(1);
  });
});

describe("the kept decisions", () => {
  test("are the newest one on each of at most three wordings and the newest approval, in whatever order they are written", async () => {
    await fc.assert(
      fc.property(inTwoOrders(history), instant, ([made, shuffled], on) => {
        const kept = keptOf(made);
        expect(kept).toEqual(keptByModel(made));
        expect(keptOf(shuffled)).toEqual(kept);
        const approvals = made.filter(approves).map(({ decided_at }) => decided_at);
        expect(lastApproval(kept)?.decided_at).toBe(approvals.sort().at(-1));
        const { decisions, unknown, searched_from } = knownAt(kept, on);
        expect(decisions).toEqual(kept.newest.filter(({ decided_at }) => decided_at <= on));
        const isHidden = ({ decided_at, since }: KeptDecision) =>
          decided_at > on && since !== undefined && since <= on;
        const hidden = kept.newest.filter(isHidden).map(({ content_hash }) => content_hash);
        expect([...unknown]).toEqual(hidden);
        const begun = made.some(({ decided_at }) => decided_at <= on);
        expect(searched_from).toBe(begun ? kept.dropped_since : null);
      }),
    );
  });

  test("give the standing of a wording now, unless the wording may have been dropped", async () => {
    await fc.assert(
      fc.property(history, wording, (made, hash) => {
        const { newest, dropped_since } = keptOf(made);
        if (dropped_since !== null && newest.every(({ content_hash }) => content_hash !== hash)) {
          return;
        }
        const now = at(100);
        expect(standingOf({ decisions: newest, requests: [] }, hash, now)).toMatchObject(
          standingOf({ decisions: made, requests: [] }, hash, now),
        );
      }),
    );
  });
});
