import { save } from "#shared/html/browser/save.ts";
import type { Lapsed, Review } from "./api.ts";
import { byId, classed, fill, fillOptional, make, slot, unfold } from "./dom.ts";
import { type Chosen, describeRecorded } from "./file.ts";
import { inLocal } from "./format.ts";
import { fillOutcome } from "./outcomes.ts";
import { showProofCode } from "./proof-code.ts";
import { proposedWords } from "./proposing.ts";
import { ofRules } from "./rules-language.ts";
import { filled, says } from "./says.ts";
import { labelOf } from "./verdicts.ts";
import { textOf } from "./words.ts";

type Decided = NonNullable<Review["decision"]>;

/** Longer comments, and more verdicts than this, go from the paper's first page to the annex. */
const LONG_COMMENT = 700;
const MANY_VERDICTS = 8;

let receiptDocument: object = {};
let proofDocument: object | null = null;

/** Fills in the receipt and prepares its download, which contains the receipt and the rules. */
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
  showComment(decision_comment === null ? "" : textOf(decision_comment));
  fillOptional("own-reference", decided.counsel_reference);
  showProofCode(decided.row_hash, proof_code);
  fillOptional("file", file === null ? "" : describeRecorded(file));
  showRecordedVerdicts(decided.rule_verdicts ?? []);
  // The printed summary is one page, so its longer rows go to the annex.
  const longer = [...document.querySelectorAll("#receipt .sheet > .screen")].map((row) => {
    const copy = row.cloneNode(true) as Element;
    copy.classList.remove("screen");
    return copy;
  });
  byId("signed-annex").replaceChildren(...longer);
  // Keeps the files within reach, however many rules follow.
  byId("receipt").after(byId("files"));
  unfold(byId("get-certificate"));
  // The printed receipt already contains all of these facts.
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

/** On paper, a long comment goes to the annex, so that the summary stays on one page. */
function showComment(comment: string): void {
  const isLong = comment.length > LONG_COMMENT;
  fill("comment", comment || says.none);
  fill("long-comment", isLong ? comment : "");
  byId("receipt-comment").classList.toggle("left-to-annex", isLong);
}

/** Shows under each rule what counsel said about it, in place of the form. */
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

/** Downloads the input of the offline verifier: the decision's row and its proof. */
export const downloadProof = (requestId: string): void =>
  save(`verifiable-receipt-${requestId}.json`, json(proofDocument ?? {}));

const json = (content: object): Blob =>
  new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" });
