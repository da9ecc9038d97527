import type { Lapsed, Review } from "./api.ts";
import { byId, classed, fill, fillOptional, make, slot, unfold } from "./dom.ts";
import { type Chosen, describeRecorded } from "./file.ts";
import { inLocal } from "./format.ts";
import { fillOutcome } from "./outcomes.ts";
import { showProofCode } from "./proof-code.ts";
import { proposedWords } from "./proposing.ts";
import { ofRules } from "./rules-language.ts";
import { save } from "./save.ts";
import { filled, says } from "./says.ts";
import { labelOf } from "./verdicts.ts";
import { textOf } from "./words.ts";

type Decided = NonNullable<Review["decision"]>;

/** From how many characters, and verdicts, the paper's first page leaves them to the annex. */
const LONG_COMMENT = 700;
const MANY_VERDICTS = 8;

let receiptDocument: object = {};
let proofDocument: object | null = null;

/** Fills in the receipt, and keeps the contents of its download: the receipt and the rules. */
export function renderReceipt(
  review: Review | Lapsed,
  recorded: Decided,
  file: Chosen | null,
): void {
  const { receipt, proof_code, ...decided } = recorded;
  proofDocument = receipt;
  byId("download-proof").hidden = receipt === null;
  const { decision, decision_comment, decided_at, decision_signature } = decided;
  fillOutcome(review, decided);
  fill("decision-value", decision);
  fill("decided-at", decided_at);
  fill("decided-local", inLocal(decided_at));
  fill("signature", decision_signature);
  fill("leaf", decided.row_hash);
  fill("proof", decided.log_proof === null ? says.proofToCome : says.proofIsHere);
  showComment(decision_comment === null ? null : textOf(decision_comment));
  fillOptional("own-reference", decided.counsel_reference);
  showProofCode(decided.row_hash, proof_code);
  fillOptional("file", file === null ? "" : describeRecorded(file));
  showRecordedVerdicts(decided.rule_verdicts ?? []);
  // On paper the summary is one page: its longer rows stand in the annex.
  const longer = [...document.querySelectorAll("#receipt .sheet > .screen")].map((row) => {
    const copy = row.cloneNode(true) as Element;
    copy.classList.remove("screen");
    return copy;
  });
  byId("signed-annex").replaceChildren(...longer);
  // However many rules follow, the files are at hand.
  byId("receipt").after(byId("files"));
  unfold(byId("get-certificate"));
  // On paper, the receipt already contains all of it.
  byId("facts").classList.remove("printed");
  const { request_id, framework, counsel, rule_version_hash, rule_hashes, rules } = review;
  receiptDocument = {
    type: "countersign.review_receipt",
    version: 1,
    request_id,
    framework,
    counsel,
    ...decided,
    ...(file && {
      supplementary_pdf: { filename: file.filename, bytes: file.bytes, sha256: file.sha256 },
    }),
    rule_version_hash,
    rule_version_hash_covers: says.hashCovers,
    rule_hashes,
    rules: rules.map((rule) => ({ framework_id: framework.id, ...rule })),
  };
}

/** A long comment stands in the annex of the paper, so that the summary is one page. */
function showComment(comment: string | null): void {
  const isLong = (comment?.length ?? 0) > LONG_COMMENT;
  fill("comment", comment ?? says.none);
  fill("long-comment", isLong ? (comment ?? "") : "");
  byId("receipt-comment").classList.toggle("left-to-annex", isLong);
}

/** Under each rule, what was said of it, in place of the form. */
function showRecordedVerdicts(verdicts: NonNullable<Decided["rule_verdicts"]>): void {
  byId("rules").classList.add("recorded");
  const place = byId("receipt-verdicts");
  place.hidden = verdicts.length === 0;
  const written = JSON.stringify(verdicts).length;
  const isLong = verdicts.length > MANY_VERDICTS || written > LONG_COMMENT;
  place.classList.toggle("left-to-annex", isLong);
  const entries: HTMLElement[] = [];
  for (const { use_case_id, verdict, text, suggestions = [] } of verdicts) {
    const article = document.getElementById(`rule-${use_case_id}`);
    if (article === null) continue;
    const label = make("strong", filled(says.yourVerdict, { verdict: labelOf(verdict) }));
    const words = () => [
      ...(text ? [classed("div", "verbatim", textOf(text))] : []),
      ...proposedWords(suggestions),
      ...(suggestions.length === 0 ? [] : [classed("p", "hint", says.suggestions.note)]),
    ];
    slot(article, "said").replaceChildren(label, ...words());
    const title = article.querySelector("h3")?.textContent ?? use_case_id;
    const verdictText = make("strong", labelOf(verdict));
    entries.push(make("li", ofRules(make("span", title)), ": ", verdictText, ...words()));
  }
  place.querySelector("ul")?.replaceChildren(...entries);
}

/** Downloads the receipt as a JSON file. */
export const download = (requestId: string): void =>
  save(`review-receipt-${requestId}.json`, json(receiptDocument));

/** Downloads what the offline verifier reads: the decision's row and its proof. */
export const downloadProof = (requestId: string): void =>
  save(`verifiable-receipt-${requestId}.json`, json(proofDocument ?? {}));

const json = (content: object): Blob =>
  new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" });
