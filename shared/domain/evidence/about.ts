import { ruleOutcome, verdictOn } from "#shared/domain/reviews/rule-outcome.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import type { Words } from "#shared/domain/reviews/words.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { listed } from "#shared/domain/standing/outcomes.ts";
import { delegationText, panelText } from "#shared/domain/standing/provenance.ts";
import { decisionRowIn, type EvidenceFile } from "./evidence-file.ts";
import { valueHash } from "./hashes.ts";
import { provenanceIn } from "./provenance.ts";
import type { KeyVerdict, World } from "./replay/world.ts";
import { type ToldRequest, toldRequest } from "./told.ts";

/* What the verifier prints of a file: every value that it vouches for, and nothing else. */

const quoted = (value: string | null | undefined): string => JSON.stringify(value ?? "");

/** What stands before a value, on 12 columns. */
const named = (name: string, text: string): string => `${name.padEnd(12)}${text}`;

/** The request, its rules with their wording, what was decided of each, and by whom. */
export function aboutBundle(file: EvidenceFile): string[] {
  const { request, counsel, rules } = file;
  const { status, decided_at } = request;
  const told = toldRequest(file);
  const known = [counsel?.display_name, counsel?.email, counsel?.firm, counsel?.jurisdiction];
  const number = counsel?.bar_registration;
  const comment = told.decision_comment;
  return [
    named("Review", `${quoted(request.id)} of framework ${quoted(request.framework_id)}`),
    named("Decision", `${status}${decided_at === null ? "" : ` at ${decided_at}`}`),
    ...(comment === null ? [] : [named("Comment", saidOf(comment))]),
    named(
      "Counsel",
      known
        .filter((one) => one != null)
        .map(quoted)
        .join(", "),
    ),
    ...(number == null ? [] : [named("Bar number", quoted(number))]),
    named("Asked", `at ${request.created_at} by ${quoted(request.requested_by_user_id)}`),
    ...rules.flatMap((rule) => ruleLines(told, rule)),
    ...provenanceLines(file),
  ];
}

/** A text in quotation marks; one that is kept back by its commitment. */
const saidOf = (words: Words): string =>
  typeof words === "string" ? quoted(words) : wordsText(words);

function ruleLines(request: ToldRequest, rule: EvidenceFile["rules"][number]): string[] {
  const { use_case_id } = rule;
  const outcome = isDecision(request.status) ? ruleOutcome(request, use_case_id) : null;
  const said = verdictOn(request, use_case_id)?.text ?? null;
  const wording = `${quoted(use_case_id)}, wording ${valueHash(rule)}`;
  return [
    named("Rule", `${wording}${outcome === null ? "" : `: ${outcome}`}`),
    ...(said === null ? [] : [named("", saidOf(said))]),
  ];
}

/** Through which panel the decision counts, and who passed it on; rules by their ids. */
function provenanceLines(file: EvidenceFile): string[] {
  const { panel, delegation } = provenanceIn(file, new Map());
  return [
    ...(panel === null ? [] : [named("Panel", `${quoted(panel.id)}: ${panelText(panel)}`)]),
    ...(delegation === null ? [] : [named("Passed on", delegationText(delegation))]),
  ];
}

/** Who decided, as far as anything proves it. */
export function whoDecided(
  file: EvidenceFile,
  keys: ReadonlyMap<string, KeyVerdict>,
): string | null {
  const row = decisionRowIn(file);
  if (row === undefined) return null;
  const verdict = keys.get(row.row_hash);
  return row.context.assertion !== undefined && verdict?.result === "pass"
    ? verdict.detail
    : `Whoever opened the link that was sent to ${file.counsel?.email ?? "counsel"}; only counsel's own key proves the person.`;
}

/** How many people it took, as far as the rows tell: who registered counsel, asked, and saw the link. */
export function howManyPeople({ request, audit }: EvidenceFile, world: World): string | null {
  const registered = world.find("counsel", request.counsel_id)?.state?.registered_by ?? null;
  const wasMailed = audit.some(({ action }) => action === "rule_review.link_mailed");
  const shown = audit
    .filter(
      ({ action, context }) => action !== "rule_review.link_mailed" && "magic_link_url" in context,
    )
    .flatMap(({ actor_user_id }) => actor_user_id ?? []);
  const by = request.requested_by_user_id;
  const did = [
    ...(registered === by ? ["registered counsel"] : []),
    "requested this review",
    ...(shown.includes(by) && !wasMailed ? ["was shown its link"] : []),
  ];
  return did.length === 1 ? null : `One person ${listed(did)}.`;
}
