import { asEnded, isOpenPanel, type PanelRecord } from "#shared/domain/reviews/panel.ts";
import { rulesOfPanel } from "#shared/domain/reviews/panel-transitions.ts";
import { isDecided, isPending, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import {
  type KeptDecisions,
  nothingDecided,
  withDecision,
} from "#shared/domain/standing/kept-decisions.ts";
import type { OpenMark } from "#shared/domain/standing/open-marks.ts";
import { type Counting, ownDecision, panelDecision } from "./counting.ts";
import { decisionItems } from "./decision-items.ts";
import type { Item } from "./read.ts";

/*
 * Everything that is stored so that rules' standing can be read quickly, derived anew from the
 * requests and panels that it follows from: to write it again, and to check what is stored.
 */

/** The requests and panels of one framework. */
export interface Sources {
  framework_id: string;
  reviews: readonly ReviewRecord[];
  panels: readonly PanelRecord[];
}

/** What follows from them. */
export interface DerivedStanding {
  /** The items among the decisions, of the framework and of each rule. */
  items: (Item & { pk: string; sk: string })[];
  /** By rule, what is kept of its decisions. */
  decisions: ReadonlyMap<string, KeptDecisions>;
  /** By rule, what is open: requests and panels that have not ended, expired ones among them. */
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

type Asking = Pick<PanelRecord, "id" | "rule_use_case_ids" | "pinned_hashes" | "expires_at"> & {
  isPanel?: true;
};

function openIn({ reviews, panels }: Sources): Map<string, OpenMark[]> {
  const asking: Asking[] = [
    ...reviews.filter(isPending).filter(({ panel_id }) => panel_id === null),
    ...panels.filter(isOpenPanel).map((panel) => ({ ...panel, isPanel: true as const })),
  ];
  const open = new Map<string, OpenMark[]>();
  for (const { id: review_id, expires_at, isPanel, ...asked } of asking) {
    for (const [place, useCaseId] of asked.rule_use_case_ids.entries()) {
      const content_hash = asked.pinned_hashes[place] as string;
      const mark = { review_id, expires_at, content_hash, ...(isPanel ? { isPanel } : {}) };
      open.set(useCaseId, [...(open.get(useCaseId) ?? []), mark]);
    }
  }
  return open;
}
