import {
  areKeysOther,
  isRefusal,
  openReview,
  type Problem,
  type Review,
  sendDecision,
  summarizeReview,
} from "./api.ts";
import { showCheckedRules } from "./check.ts";
import { wireCopying } from "./copy.ts";
import { wireDelegation } from "./delegate.ts";
import { byId, fill, fillOptional } from "./dom.ts";
import { currentDraft, dropDraft, endDraft, resumeDraft, wireKeeping } from "./draft.ts";
import { fillFacts, fillSummary, verifyPinned } from "./facts.ts";
import { chosenFile, describeFile } from "./file.ts";
import { wireFiles } from "./files.ts";
import { formToSend, goToVerdict, refusedFields, report, restoreForm, wireForm } from "./form.ts";
import { followLanguage, reopens, wireLanguages } from "./language.ts";
import { showLapsed } from "./lapsed.ts";
import { fillOutcome } from "./outcomes.ts";
import { endedText, fillChangedMeanwhile, fillPanel, fillProvenance } from "./panel.ts";
import { canUsePasskeys } from "./passkey.ts";
import { preparePaper, wirePrinting } from "./printing.ts";
import { wireProgress } from "./progress.ts";
import { showQuestions, wireQuestions } from "./questions.ts";
import { numberOf, reasonOf } from "./reason.ts";
import { download, downloadProof, renderReceipt } from "./receipt.ts";
import { renderRules } from "./rules.ts";
import { useRulesLanguage } from "./rules-language.ts";
import { filled, says } from "./says.ts";
import { signDecision } from "./sign-decision.ts";
import { nameSignedLanguage } from "./signed-language.ts";
import { fillQuestions, wireSomethingWrong } from "./signing-box.ts";
import { endings, type Step, show, step } from "./steps.ts";
import { unsentText } from "./unsent.ts";
import { useRules, verdictsToSend } from "./verdicts.ts";

let review: Review | null = null;

/** Shows on the first page what is asked. If the link opens nothing, the page stays as it is. */
async function summarize(): Promise<void> {
  const asked = byId("asked");
  asked.hidden = false;
  const outcome = await summarizeReview();
  const summary = outcome.kind === "done" ? outcome.body.review : null;
  asked.hidden = !summary;
  if (summary && review === null) fillSummary(summary);
}

/** Fetches the review, which records the first view. */
async function open(): Promise<void> {
  show("loading");
  const outcome = await openReview();
  if (outcome.kind === "done") return present(outcome.body);
  stop(outcome.kind === "problem" ? outcome : null);
}

/** Shows the step that an error leads to, and the reason in the page's language. */
function stop(problem: Problem | null, otherwise: Step = "failed"): void {
  const end = endings[problem?.code ?? ""];
  const ended = endedText(problem?.panel ?? null);
  const why = problem === null || ended !== "" ? "" : reasonOf(problem);
  const reason = `${why} ${numberOf(problem)}`.trim();
  fill("reason", reason);
  fill("panel-ended", ended);
  // Counsel may have typed it before, and closed the tab.
  if (problem?.review_id) resumeDraft(problem.review_id, "");
  const unsent = unsentText();
  fill("unsent", unsent);
  // A link that is not valid may have been renewed, and the draft then belongs to the new one.
  if (end && end !== "invalid") endDraft();
  if (problem?.decided) {
    const { language } = problem.decided;
    if (language !== null && followLanguage(language)) return;
    showLapsed(problem.decided);
  } else show(end ?? otherwise);
  byId("unsent").hidden ||= unsent === "";
  byId("reason").hidden ||= reason === "";
}

function present(loaded: Review): void {
  if (followLanguage(loaded.language)) return;
  const first = review === null;
  review = loaded;
  useRulesLanguage(loaded.framework);
  fillFacts(loaded);
  fillProvenance(loaded);
  fillChangedMeanwhile(loaded);
  resumeDraft(loaded.request_id, loaded.expires_at);
  if (first) {
    useRules(loaded);
    renderRules(loaded);
    wireProgress(loaded.expires_at);
    nameSignedLanguage(loaded.framework.lang ?? "en");
    preparePaper(loaded);
    // If the browser cannot compute the hash, the page says nothing about it.
    verifyPinned(loaded).catch(() => {});
  }
  // The review can be decided even if the questions cannot be loaded.
  showQuestions(loaded).then(
    () => fillQuestions(),
    () => {},
  );
  if (loaded.decision !== null) {
    dropDraft();
    renderReceipt(loaded, loaded.decision, null);
    show("decided");
    return;
  }
  restoreForm();
  byId("may-delegate").hidden = !loaded.may_delegate;
  byId("key-asked").hidden = loaded.keys === undefined;
  const target = first ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  // The target's position is known only once everything above it has its final height.
  if (target !== null) byId("rules").classList.add("whole");
  showReview();
  target?.scrollIntoView();
  target?.focus({ preventScroll: true });
}

const showReview = (): void =>
  show("review", filled(says.reviewOf, { name: review?.framework.display_name ?? "" }));

/** Shows everything again before it becomes final. The browser's Back button leads to the form. */
function check(): void {
  byId("to-check").hidden = true;
  const { decision, comment, reference } = currentDraft();
  if (decision === null || review === null) return;
  fillOptional("own-reference", reference.trim());
  fillOutcome(review, { decision, rule_verdicts: verdictsToSend() });
  fill("comment", comment || says.none);
  fill("file", describeFile(chosenFile()));
  showCheckedRules(review, changeVerdict);
  fillQuestions();
  history.pushState("check", "");
  show("check");
}

/** Goes from the check to the verdict on one rule. The bar leads back to the check. */
function changeVerdict(useCaseId: string): void {
  showReview();
  byId("to-check").hidden = false;
  goToVerdict(useCaseId);
}

async function sign(): Promise<void> {
  const form = formToSend();
  if (form === null || review === null || step() === "sending" || step() === "signing") return;
  if (review.keys !== undefined) {
    if (review.keys.length === 0 || !canUsePasskeys()) return show("keyless");
    show("signing");
    const assertion = await signDecision(review, form, chosenFile());
    if (assertion === null) return show("unsigned");
    form.assertion = assertion;
  }
  show("sending");
  const outcome = await sendDecision(form, review.framework.lang ?? "en");
  if (outcome.kind === "done") {
    const { request_id: _, rule_version_hash: __, panel, ...decided } = outcome.body;
    if (panel !== undefined) fillPanel(panel);
    renderReceipt(review, { ...decided, decision_comment: form.comment ?? null }, chosenFile());
    dropDraft();
    return show("receipt");
  }
  const refusal = outcome.kind === "problem" ? outcome : null;
  // The policy or the keys changed while the page was open: read the review again and keep the draft.
  // If the panel has ended, reading it again shows the result.
  if (refusal && (areKeysOther(refusal) || refusal.code === "panel_decided")) return open();
  if (refusal?.code === "validation_failed" && refusal.errors.length > 0) {
    showReview();
    report(refusedFields(refusal.errors));
    return;
  }
  stop(refusal, isRefusal(outcome) ? "refused" : "unconfirmed");
}

const back = (): void => {
  if (history.state === "check" || history.state === "delegating") history.back();
  else showReview();
};

for (const id of ["open", "reopen", "show-recorded"]) byId(id).addEventListener("click", open);
for (const id of ["sign", "resend", "resign"]) byId(id).addEventListener("click", sign);
for (const id of ["edit", "reedit"]) byId(id).addEventListener("click", back);
wirePrinting(byId("print"));
byId("download").addEventListener("click", () => download(review?.request_id ?? ""));
byId("download-proof").addEventListener("click", () => downloadProof(review?.request_id ?? ""));
wireCopying();
addEventListener("popstate", () => {
  if (["check", "delegating", "unconfirmed", "refused", "unsigned", "keyless"].includes(step()))
    showReview();
});
byId("to-check").addEventListener("click", () => byId<HTMLFormElement>("form").requestSubmit());
wireDelegation({
  review: () => review,
  back,
  stop,
  reopen: open,
});
wireQuestions(stop);
wireForm(check);
wireKeeping();
wireSomethingWrong(showReview);
wireFiles(() => review);
wireLanguages(() => review !== null);
if (reopens()) open().catch(() => show("failed"));
else
  summarize().catch(() => {
    byId("asked").hidden = true;
  });
