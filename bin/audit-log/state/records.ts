import type { States } from "#shared/domain/evidence/replay/world.ts";
import { ruleOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import type { RuleDecision, RuleRecord, RuleRequest } from "#shared/domain/standing/standing.ts";

type Request = States["rule_review_request"];
type Panel = States["review_panel"];

/** The decisions and requests on each rule of a framework, from the rows of requests and panels. */
export function recordsOf(
  requests: readonly Request[],
  panels: readonly Panel[],
  framework: string,
): (useCaseId: string) => RuleRecord {
  const own = requests.filter(({ framework_id }) => framework_id === framework);
  const votes = new Map(own.map((request) => [request.id, request]));
  return (useCaseId) => ({
    decisions: [
      ...own.flatMap((request) => decisionOf(request, useCaseId)),
      ...panels
        .filter(({ framework_id }) => framework_id === framework)
        .flatMap((panel) => panelDecision(panel, votes, useCaseId)),
    ],
    requests: own.flatMap((request) => requestOf(request, useCaseId)),
  });
}

/** The hash of the wording that was asked about; empty if the request does not name the rule. */
const wordingIn = ({ rule_use_case_ids = [], pinned_hashes = [] }: Request, id: string): string =>
  pinned_hashes[rule_use_case_ids.indexOf(id)] ?? "";

/** A panel's members decide only through their panel. */
function decisionOf(request: Request, useCaseId: string): RuleDecision[] {
  const content_hash = wordingIn(request, useCaseId);
  const outcome = content_hash === "" ? null : ruleOutcome(request, useCaseId);
  const { id: review_id, panel_id, decided_at } = request;
  if (outcome === null || panel_id !== null || decided_at === null) return [];
  return [{ review_id, panel_id: null, outcome, decided_at, content_hash }];
}

function panelDecision(
  panel: Panel,
  votes: ReadonlyMap<string, Request>,
  useCaseId: string,
): RuleDecision[] {
  const outcome = panel.rules.find((rule) => rule.use_case_id === useCaseId)?.outcome ?? null;
  const [first] = panel.members;
  const request = first && votes.get(first.review_id);
  if (panel.decided_at === null || outcome === null || outcome === "undecided" || !request)
    return [];
  const content_hash = wordingIn(request, useCaseId);
  const { id: panel_id, decided_at } = panel;
  return [{ review_id: request.id, panel_id, outcome, decided_at, content_hash }];
}

function requestOf(request: Request, useCaseId: string): RuleRequest[] {
  const content_hash = wordingIn(request, useCaseId);
  if (content_hash === "") return [];
  const { id: review_id, panel_id, created_at, expires_at, decided_at, ended_at } = request;
  const ended = decided_at ?? ended_at;
  return [{ review_id, panel_id, content_hash, created_at, expires_at, ended_at: ended }];
}
