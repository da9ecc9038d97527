import type { Decision, OnReject, PanelStatus } from "#shared/domain/reviews/statuses.ts";

/*
 * A panel, played step by step as standing.md, section 3, describes it. It is written from scratch, so
 * that it shares no line with the service.
 */

export interface PanelRules {
  need: number;
  on_reject: OnReject;
  ruleIds: readonly string[];
  members: number;
}

/** A member decides, each rule in turn; or ends without a decision; or the panel is withdrawn. */
export type PanelStep = { votes: readonly Decision[] } | "ends" | "withdraws the panel";

interface Rule {
  state: "open" | "approved" | "refused" | "undecided";
  heard: Decision[];
}

export interface PlayedPanel {
  status: PanelStatus;
  rules: { use_case_id: string; outcome: string | null; approvals: number; refusals: number }[];
  /** How many steps were taken until it ended. */
  taken: number;
}

const approves = (said: Decision): boolean => said.startsWith("approved");

export function playPanel(panel: PanelRules, steps: readonly PanelStep[]): PlayedPanel {
  const rules: Rule[] = panel.ruleIds.map(() => ({ state: "open", heard: [] }));
  let pending = panel.members;
  let taken = 0;
  let isWithdrawn = false;
  const isOver = () => isWithdrawn || pending === 0 || rules.every(({ state }) => state !== "open");
  for (const step of steps) {
    if (isOver()) break;
    taken += 1;
    if (step === "withdraws the panel") isWithdrawn = true;
    else {
      pending -= 1;
      for (const [i, rule] of rules.entries())
        hear(panel, rule, step === "ends" ? null : step.votes[i]);
      for (const rule of rules) giveUp(panel, rule, pending);
    }
  }
  return {
    status: isOver() ? statusOf(rules, isWithdrawn) : "open",
    rules: told(panel, rules, isOver()),
    taken,
  };
}

function hear(
  { need, on_reject }: PanelRules,
  rule: Rule,
  said: Decision | null | undefined,
): void {
  if (!said) return;
  rule.heard.push(said);
  if (rule.state !== "open") return;
  if (rule.heard.filter(approves).length >= need) rule.state = "approved";
  else if (on_reject === "ends" && !approves(said)) rule.state = "refused";
}

/** Closes a rule that can no longer get its approvals. */
function giveUp({ need }: PanelRules, rule: Rule, pending: number): void {
  if (rule.state !== "open" || rule.heard.filter(approves).length + pending >= need) return;
  rule.state = rule.heard.every(approves) ? "undecided" : "refused";
}

function word({ state, heard }: Rule): string {
  if (state === "approved") {
    return heard.includes("approved_with_changes") ? "approved_with_changes" : "approved";
  }
  if (state === "refused") return heard.includes("rejected") ? "rejected" : "changes_requested";
  return "undecided";
}

const told = ({ ruleIds }: PanelRules, rules: readonly Rule[], isOver: boolean) =>
  rules.map((rule, i) => ({
    use_case_id: ruleIds[i] as string,
    outcome: isOver ? word(rule) : null,
    approvals: rule.heard.filter(approves).length,
    refusals: rule.heard.filter((said) => !approves(said)).length,
  }));

function statusOf(rules: readonly Rule[], isWithdrawn: boolean): PanelStatus {
  if (isWithdrawn) return "cancelled";
  const words = rules.map(word);
  const approved = words.filter((one) => one.startsWith("approved"));
  if (approved.length === words.length) {
    return approved.includes("approved_with_changes") ? "approved_with_changes" : "approved";
  }
  if (approved.length > 0) return "approved_with_changes";
  if (words.includes("rejected")) return "rejected";
  return words.includes("changes_requested") ? "changes_requested" : "undecided";
}

/** The body of a decision with these votes on the rules, in turn. */
export function decisionThatSays(ruleIds: readonly string[], votes: readonly Decision[]) {
  const [only] = new Set(votes);
  if (new Set(votes).size === 1) return { decision: only, comment: "All the same." };
  const isMixed = votes.some(approves);
  const decision = isMixed ? "approved_with_changes" : "rejected";
  const rule_verdicts = ruleIds.map((use_case_id, i) => ({
    use_case_id,
    verdict: votes[i],
    ...(votes[i] === "approved" ? {} : { text: `About ${use_case_id}.` }),
  }));
  return { decision, comment: "Not all the same.", rule_verdicts };
}
