import { lived } from "#shared/domain/audit/life.ts";
import { wordsOf } from "#shared/domain/counsel/counsel-key.ts";
import { counselStep, detailFields } from "#shared/domain/counsel/life.ts";
import { ruleOutcome, type Said } from "#shared/domain/reviews/rule-outcome.ts";
import { decisionRowIn, type EvidenceFile } from "./evidence-file.ts";
import { textHash, valueHash } from "./hashes.ts";
import type { Leaf } from "./leaf.ts";

/*
 * What the verifier vouches for, value by value, and what no file can prove: who opened the link, and
 * how many people were behind it.
 */

const quoted = (value: unknown): string => JSON.stringify(value ?? null);
const labelled = (label: string, text: string): string => `${label.padEnd(12)}${text}`;

/** The values of a bundle other than counsel's words. Each of them was compared with a row. */
export function valuesOf(file: EvidenceFile, leaf: Leaf | undefined): string[] {
  const { request, rules } = file;
  const asked = rules.map((rule) => {
    const outcome = ruleOutcome(request as Said, rule.use_case_id) ?? "not decided";
    return labelled("Rule", `${quoted(rule.use_case_id)}, wording ${valueHash(rule)}: ${outcome}`);
  });
  const times = [
    `requested ${request.created_at}`,
    ...(request.viewed_at === null ? [] : [`opened ${request.viewed_at}`]),
    ...(request.decided_at === null ? [] : [`decided ${request.decided_at}`]),
    ...(leaf === undefined ? [] : [`leaf ${leaf.index} of the log, taken ${leaf.time}`]),
  ];
  return [...asked, ...counselLines(file), labelled("Times", times.join(", "))];
}

function counselLines({ counsel }: EvidenceFile): string[] {
  if (counsel === null) return [];
  const names = detailFields.filter((name) => name !== "email" && counsel[name] !== null);
  const details = names.map((name) => `${name.replaceAll("_", " ")} ${quoted(counsel[name])}`);
  return [labelled("Counsel", [...details, `e-mail ${quoted(counsel.email)}`].join(", "))];
}

/** What no file proves, by name, in one sentence each. It is reported whatever the verdict. */
export const notedOf = (file: EvidenceFile) => ({
  who_decided: deciderText(file),
  people: peopleText(file),
});

function deciderText(file: EvidenceFile): string {
  const row = decisionRowIn(file);
  if (row === undefined) return "Nobody has decided.";
  const assertion = row.context.assertion as { credential_id?: unknown } | undefined;
  const key = lived(counselStep, file.counsel_audit)?.keys?.find(
    ({ credential_id }) => credential_id === assertion?.credential_id,
  );
  if (assertion !== undefined && key !== undefined) {
    return `Whoever has the passkey ${wordsOf(key.public_key_spki)}: compare the words with those that counsel read out.`;
  }
  return `Whoever opened the link that was sent to ${sentTo(file)}; only counsel's own key proves the person.`;
}

/** The row that issued the newest link. */
const issuedIn = ({ audit }: EvidenceFile) =>
  audit.findLast(({ action }) => action === "rule_review.link_renewed") ?? audit[0];

/** Where the newest mail with the newest link went, judged by the addresses in counsel's rows. */
function sentTo(file: EvidenceFile): string {
  const { audit, counsel, counsel_audit } = file;
  const mailed = audit.findLast(({ action }) => action === "rule_review.link_mailed");
  const isOfNewest = mailed && audit.indexOf(mailed) > audit.indexOf(issuedIn(file) as never);
  const isTheirs = (email: string | null | undefined) =>
    mailed?.context.to_sha256 === textHash(email ?? "");
  if (!isOfNewest || isTheirs(counsel?.email)) return counsel?.email ?? "";
  const had = counsel_audit.map((_, at) => lived(counselStep, counsel_audit.slice(0, at + 1)));
  return had.some((life) => isTheirs(life?.details.email))
    ? "an address counsel had before"
    : "an address that no row about counsel names";
}

function peopleText(file: EvidenceFile): string {
  const [requested, issued] = [file.audit[0], issuedIn(file)];
  const forTwo = [requested, issued].filter((row) => row?.context.two_people !== undefined);
  const newest = forTwo.at(-1);
  if (newest === undefined) return involvedText(file);
  const once = newest === requested ? "it was requested" : "its link was renewed";
  const when = forTwo.length === 2 ? "" : ` when ${once}`;
  const who = newest.context.delegated_by === undefined ? "had confirmed" : "had to confirm";
  return `${involvedText(file)} Two people were needed${when}: a second one ${who} who counsel is.`;
}

/**
 * Who registered counsel, who asked, and who was shown the newest link, by the users in the rows. Only
 * a link that took two people is shown to nobody, whether or not it was mailed.
 */
function involvedText(file: EvidenceFile): string {
  const { audit, counsel_audit } = file;
  const registered = counsel_audit[0]?.actor_user_id ?? null;
  const requested = audit[0]?.actor_user_id ?? null;
  const issued = issuedIn(file);
  const isUnseen = issued?.context.two_people !== undefined;
  const shown = isUnseen ? null : (issued?.actor_user_id ?? null);
  const all = new Set([registered, requested, shown].filter((one) => one !== null));
  if (all.size === 1 && registered !== null && requested !== null) {
    const link = isUnseen
      ? " and requested this review, whose link was mailed"
      : ", requested this review and was shown its link";
    return `One person registered counsel${link}.`;
  }
  const who = (user: string | null, otherwise: string) =>
    user === null ? otherwise : `user ${user}`;
  const isMailed = isUnseen || audit.some(({ action }) => action === "rule_review.link_mailed");
  return [
    `Counsel was registered by ${who(registered, "the counsel who passed the request on")}`,
    `the review was requested by ${who(requested, "counsel")}`,
    `its link was ${shown === null && isMailed ? "mailed" : `shown to ${who(shown, "nobody")}`}.`,
  ].join(", ");
}
