import { sameJson } from "#shared/domain/canonical-json.ts";
import { type CounselLife, detailFields } from "#shared/domain/counsel/life.ts";
import { bundledNames } from "#shared/domain/reviews/fields.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { decisionRowIn, type EvidenceFile, signedEmail } from "./evidence-file.ts";
import { valueHash } from "./hashes.ts";
import type { States, World } from "./replay/world.ts";

/* Compares what a file says about its requests with the result of replaying their rows. */

type Request = States["rule_review_request"];

/** The members in which a request differs from its rows. */
const differingIn = (said: EvidenceFile["request"], state: Request | null): string[] =>
  bundledNames.filter((name) => !sameJson(said[name as never], state?.[name]));

/** The members in which the file's requests, or what belongs to their ends, differ from the rows. */
export function differingFrom(file: EvidenceFile, world: World): string[] {
  const { request, related, record_seal, key_id } = file;
  const stateOf = (id: string) => world.find("rule_review_request", id)?.state ?? null;
  const sealed = isDecision(request.status)
    ? record_seal !== null && key_id === record_seal.key_id
    : record_seal === null && key_id === null;
  const { counsel_email: signed = null, pinned_hashes } = stateOf(request.id) ?? {};
  return [
    ...differingIn(request, stateOf(request.id)),
    ...(signedEmail(file) === signed ? [] : ["counsel_email"]),
    ...(sameJson(file.rules.map(valueHash), pinned_hashes) ? [] : ["the rules' wording"]),
    ...related.flatMap((one) => differingIn(one.request, stateOf(one.request.id))),
    ...(sealed ? [] : ["record_seal"]),
  ];
}

/** Counsel as their rows show them: at the decision, or now if there is none. */
export function counselThen(file: EvidenceFile, world: World): CounselLife | null {
  const subject = world.find("counsel", file.request.counsel_id);
  const decision = decisionRowIn(file);
  if (subject === null || decision === undefined) return subject?.state ?? null;
  const head = decision.context.counsel_head;
  return subject.states[subject.rows.findIndex(({ row }) => row.row_hash === head)] ?? null;
}

/** Counsel's details in which a file differs from their rows, each with both values. */
export function differingCounsel(
  said: NonNullable<EvidenceFile["counsel"]>,
  { details }: CounselLife,
): string[] {
  const quoted = (value: string | null) => (value === null ? "none" : JSON.stringify(value));
  return detailFields
    .filter((name) => details[name] !== said[name])
    .map((name) => `${name} (${quoted(details[name])} then, ${quoted(said[name])} now)`);
}
