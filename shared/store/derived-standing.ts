import { asEnded, endsAt, isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { rulesOfPanel } from "#shared/domain/reviews/panel-transitions.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  type KeptDecisions,
  nothingDecided,
  withDecision,
} from "#shared/domain/standing/kept-decisions.ts";
import type { OpenMark } from "#shared/domain/standing/open-marks.ts";
import { type Counting, ownDecision, panelDecision, unansweredMark } from "./counting.ts";
import { decisionItems } from "./decision-items.ts";
import type { Item } from "./read.ts";

/*
 * Derives everything that is stored for quick reads of rules' standing anew from the requests and
 * panels on which it depends, either to write it again or to check what is stored.
 */

/** The requests and panels of one framework. */
export interface Sources {
  framework_id: string;
  reviews: readonly ReviewRecord[];
  panels: readonly PanelRecord[];
}

/** The standing that follows from them. */
export interface DerivedStanding {
  /** The items among the decisions, of the framework and of each rule. */
  items: (Item & { pk: string; sk: string })[];
  /** By rule, the kept decisions. */
  decisions: ReadonlyMap<string, KeptDecisions>;
  /**
   * By rule, what is open, and what ended unanswered without a new request since: requests, and panels
   * that left the rule undecided.
   */
  open: ReadonlyMap<string, readonly OpenMark[]>;
}

export function derivedStanding(sources: Sources): DerivedStanding {
  const counting = countingIn(sources);
  const decisions = new Map<string, KeptDecisions>();
  for (const { use_case_id, decision } of counting.flatMap(({ counted }) => counted)) {
    if (decision === null) continue;
    const before = decisions.get(use_case_id) ?? nothingDecided;
    decisions.set(use_case_id, withDecision(before, decision));
  }
  return {
    items: counting.flatMap(({ decision }) => decisionItems(sources.framework_id, decision)),
    decisions,
    open: openIn(sources),
  };
}

/** The decisions that count: of requests outside of panels, and of panels that have ended. */
export function countingIn({ reviews, panels }: Sources): Counting[] {
  const byId = new Map(reviews.map((review) => [review.id, review]));
  const own = reviews.filter(isDecided).filter(({ panel_id }) => panel_id === null);
  const ended = panels.filter((panel) => !isOpenPanel(panel) && panel.decided_at !== null);
  return [
    ...own.map(ownDecision),
    ...ended.map((panel) => {
      const members = panel.members.flatMap(({ review_id }) => byId.get(review_id) ?? []);
      const rules = rulesOfPanel(panel, asEnded(panel.rules), members);
      return panelDecision({ panel, rules, decided: members.filter(isDecided) });
    }),
  ];
}

interface Asked {
  useCaseId: string;
  created_at: string;
  mark: OpenMark;
  /** Whether it has been decided or withdrawn. */
  isClosed: boolean;
}

const askedIn = ({ reviews, panels }: Sources): Asked[] => [
  ...reviews.filter(({ panel_id }) => panel_id === null).flatMap(ofReview),
  ...panels.flatMap(ofPanel),
];

const ofReview = (review: ReviewRecord): Asked[] => {
  const { id: review_id, created_at, expires_at, status } = review;
  return review.rule_use_case_ids.map((useCaseId, place) => ({
    useCaseId,
    created_at,
    mark: { review_id, expires_at, content_hash: review.pinned_hashes[place] as string },
    isClosed: status !== "pending" && status !== "expired",
  }));
};

const ofPanel = (panel: PanelRecord): Asked[] => {
  const { id: review_id, created_at } = panel;
  const expires_at = endsAt(panel);
  return panel.rule_use_case_ids.map((useCaseId, place) => {
    const content_hash = panel.pinned_hashes[place] as string;
    const whileOpen = { expires_at, content_hash, isPanel: true as const };
    const isOpen = isOpenPanel(panel);
    const isUndecided = panel.rules[place]?.outcome === "undecided";
    const left = !isOpen && isUndecided ? unansweredMark(panel, content_hash) : null;
    const mark = { review_id, ...(left ?? whileOpen) };
    return { useCaseId, created_at, mark, isClosed: !isOpen && left === null };
  });
};

function openIn(sources: Sources): Map<string, OpenMark[]> {
  const open = new Map<string, OpenMark[]>();
  for (const [useCaseId, asked] of Map.groupBy(askedIn(sources), (one) => one.useCaseId)) {
    const newest = asked.reduce((at, { created_at }) => (created_at > at ? created_at : at), "");
    const marks = asked
      .filter(({ isClosed, mark }) => !isClosed && mark.expires_at >= newest)
      .map(({ mark }) => mark);
    if (marks.length > 0) open.set(useCaseId, marks);
  }
  return open;
}
