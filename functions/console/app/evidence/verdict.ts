import { inOrder, namesIn } from "#shared/domain/evidence/certificate/parts.ts";
import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import type { Line, Mark } from "#shared/domain/evidence/finding.ts";
import type { Verdict } from "#shared/domain/evidence/verify.ts";
import { isDecision } from "#shared/domain/reviews/statuses.ts";
import { outcomesOfReview } from "#shared/domain/standing/outcomes.ts";
import type { Piece } from "#shared/domain/standing/pieces.ts";
import { decisionSentence } from "#shared/domain/standing/sentence.ts";
import type { Tone } from "../parts/basics.tsx";
import type { ChainLink } from "../parts/chain.tsx";
import { t as chain } from "../parts/chain-texts.ts";
import { line } from "../parts/format.ts";
import { t } from "./texts.ts";

type LinkId = keyof typeof chain.links;

const KEY = "counsel_key";

/** The lines of the verifier's report that belong to each link of the chain. */
const linesOf: Readonly<Record<LinkId, readonly string[]>> = {
  requested: ["audit_chain", "panel_rows", "signed_after_counsel_created", "counsel_identity"],
  opened: ["view_before_decision"],
  signed: ["signature", KEY, "statement", "statement_key"],
  sealed: [
    "parts",
    "row",
    "members",
    "count",
    "record_seal",
    "audit_sequence",
    "document",
    "content_current",
    "answer",
  ],
  leaf: ["log", "rows", "approvals", "proofs", "log_keys", "whole_log", "third_party", "pages"],
  stamp: ["timestamp"],
};

/** The result of several lines is the first of these marks that one of them has. */
const order: readonly Mark[] = ["fail", "open", "note", "pass", "extra", "none"];

const tones: Readonly<Record<Mark, Tone>> = {
  fail: "bad",
  open: "wait",
  note: "warn",
  pass: "sound",
  extra: "quiet",
  none: "quiet",
};

/** A time in a file from outside may be invalid. */
const instant = (text: string | null | undefined): string | null =>
  text && !Number.isNaN(Date.parse(text)) ? text : null;

/** A verdict as the chain that people see: the same links as for a review, in plain words. */
export function linksOf({ lines }: Verdict, file: EvidenceFile | null): readonly ChainLink[] {
  const at: Readonly<Record<LinkId, string | null>> = {
    requested: instant(file?.request.created_at),
    opened: instant(file?.request.viewed_at),
    signed: instant(file?.request.decided_at),
    sealed: instant(file?.request.decided_at),
    leaf: null,
    stamp: null,
  };
  return (Object.keys(linesOf) as LinkId[]).flatMap((id) => {
    const own = lines.filter((one) => linesOf[id].includes(one.name) && !isByLink(one));
    const mark = order.find((one) => own.some((each) => each.mark === one));
    if (mark === undefined) return [];
    return [
      { id, name: chain.links[id], at: at[id], tone: tones[mark], says: saysOf(id, mark, own) },
    ];
  });
}

/** A decision made by the link passes the check of counsel's key although no key signed it. */
const isByLink = ({ name, mark, text }: Line): boolean =>
  name === KEY && mark === "pass" && text.includes("by the link");

/** Our own words; if something was changed, the verifier's words. */
const saysOf = (id: LinkId, mark: Mark, own: readonly Line[]): string =>
  mark === "fail"
    ? line(own.find((one) => one.mark === "fail")?.text)
    : isKeyed(mark, own)
      ? t.keyed
      : (t.links[id]?.[mark] ?? t.marks[mark]);

/** Whether counsel's own key signed, and nothing else was recomputed here. */
const isKeyed = (mark: Mark, own: readonly Line[]): boolean =>
  mark === "pass" && own.filter((one) => one.mark === "pass").every(({ name }) => name === KEY);

/** The decision that the file claims to prove, as a sentence; null if it names none. */
export function claimOf(file: EvidenceFile | null): readonly Piece[] | null {
  const decided_at = instant(file?.request.decided_at);
  if (file === null || decided_at === null || !isDecision(file.request.status)) return null;
  const { display_name = "", firm = null } = file.counsel ?? {};
  const counsel = { display_name, firm };
  const { request, rules } = file;
  const rule_names = inOrder(request, namesIn(rules));
  const outcomes = outcomesOfReview({ ...request, rule_names });
  return decisionSentence({ counsel, decision: file.request.status, decided_at }, outcomes);
}
