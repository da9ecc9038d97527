import type { DecisionForm } from "#shared/domain/reviews/decision-form.ts";
import { maxCommentCharacters, type SuggestedField } from "#shared/domain/reviews/limits.ts";
import { charactersIn } from "#shared/domain/text/text.ts";
import type { Decision } from "./api.ts";
import { blame, byId, fill, link, make, slot, unfold, write } from "./dom.ts";
import { currentDraft, keepDraft } from "./draft.ts";
import { chosenFile, dropFile, fileFault, takeFile } from "./file.ts";
import { goTo, showAll } from "./progress.ts";
import { showFault } from "./rule-form.ts";
import { saltsFor } from "./salts.ts";
import { counted, filled, numberText, refused, says } from "./says.ts";
import {
  labelOf,
  onVerdict,
  propose,
  titleOf,
  verdictFaults,
  verdictsToSend,
  withoutVerdict,
} from "./verdicts.ts";

const referenceBox = (): HTMLInputElement => byId("own-reference");
const commentBox = (): HTMLTextAreaElement => byId("comment");
const radios = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input[name="decision"]'),
];

/** An option's label and meaning, as worded in the form. */
export const wordsOf = (decision: Decision) => ({
  label: labelOf(decision),
  meaning: byId(`m-${decision}`).textContent ?? "",
});

/** Connects the form's event handlers; `onCheck` runs when the form is complete. */
export function wireForm(onCheck: () => void): void {
  for (const radio of radios()) {
    radio.addEventListener("change", () => {
      keepDraft({ decision: radio.value as Decision, proposed: false });
      follow();
    });
  }
  commentBox().addEventListener("input", () => {
    keepDraft({ comment: commentBox().value });
    follow();
  });
  referenceBox().addEventListener("input", () => {
    keepDraft({ reference: referenceBox().value });
    follow();
  });
  onVerdict(followVerdicts);
  byId("file").addEventListener("change", takeFile);
  byId("drop-file").addEventListener("click", dropFile);
  byId("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    // A file chosen or removed meanwhile has not been read yet: the check would not show it.
    if ((await takeFile()) && !report(faults())) onCheck();
  });
}

/** Fills the form from the draft. */
export function restoreForm(): void {
  const { decision, comment, reference, verdicts } = currentDraft();
  referenceBox().value = reference;
  if (reference !== "") unfold(referenceBox());
  commentBox().value = comment;
  byId("restored").hidden = decision === null && comment === "" && verdicts.length === 0;
  followVerdicts();
}

/** Chooses the decision that follows from the verdicts, unless counsel has chosen one. */
function followVerdicts(): void {
  propose();
  const { decision, proposed, verdicts } = currentDraft();
  for (const radio of radios()) radio.checked = radio.value === decision;
  const rest = withoutVerdict();
  const texts = [
    ...(decision !== null && proposed
      ? [filled(says.proposed, { decision: labelOf(decision) })]
      : []),
    ...(verdicts.length > 0 && rest > 0 ? [counted(says.withoutVerdict, rest)] : []),
  ];
  write(byId("proposed"), texts.join(" "));
  follow();
}

/** Updates the comment's label and count to match what is chosen and typed. */
function follow(): void {
  const chosen = radios().find(({ checked }) => checked);
  fill("comment-label", chosen?.dataset.comment ?? says.comment);
  const length = charactersIn(commentBox().value);
  if (!byId("errors").hidden) report(faults(), false);
  fill("comment-count", length > 0 ? filled(says.used, { n: numberText(length) }) : "");
}

/** The form that is sent: exactly what the check shows. */
export function formToSend(): DecisionForm | null {
  const { decision, comment, reference } = currentDraft();
  if (decision === null) return null;
  const file = chosenFile();
  const rule_verdicts = verdictsToSend();
  const salts = saltsFor({ comment, rule_verdicts });
  return {
    decision,
    ...(rule_verdicts.length === 0 ? {} : { rule_verdicts }),
    ...(comment === "" ? {} : { comment }),
    ...(reference.trim() === "" ? {} : { counsel_reference: reference.trim() }),
    ...(Object.keys(salts).length === 0 ? {} : { salts }),
    ...(file === null
      ? {}
      : {
          supplementary_pdf: { filename: file.filename, content_base64: file.content_base64 },
        }),
  };
}

interface Fault {
  /** For a fault of the words proposed for a rule, their field. */
  field: "decision" | "comment" | "own-reference" | "file" | "verdict" | SuggestedField;
  message: string;
  /** The rule, for a fault of its verdict. */
  useCaseId?: string | undefined;
}

function faults(): Fault[] {
  const { decision, comment } = currentDraft();
  const over = charactersIn(comment) - maxCommentCharacters;
  return [
    ...(decision === null ? [{ field: "decision", message: says.chooseADecision }] : []),
    ...(over > 0 ? [{ field: "comment", message: counted(says.shortenBy, over) }] : []),
    ...(fileFault() === "" ? [] : [{ field: "file", message: fileFault() }]),
    ...verdictFaults().map((fault) => ({ field: "verdict", ...fault })),
  ] as Fault[];
}

/** The fields of the form by the members of a decision. */
const fieldsOf: Readonly<Record<string, Fault["field"]>> = {
  comment: "comment",
  counsel_reference: "own-reference",
  supplementary_pdf: "file",
};

/** The service's validation errors, mapped to the fields of the form. */
export const refusedFields = (errors: readonly { path: string; message: string }[]): Fault[] =>
  errors.map(({ path, message }) => {
    const [member = "", place, , nth] = path.split(".");
    const said = verdictsToSend()[Number(place)];
    const useCaseId = said?.use_case_id;
    const words = said?.suggestions?.[Number(nth)]?.field;
    const field = useCaseId ? (words ?? "verdict") : (fieldsOf[member] ?? "decision");
    // The check before signing names each field.
    const name = useCaseId
      ? `${titleOf(useCaseId)}${words ? `, ${says.fields[words]}` : ""}`
      : slot(document, field).closest("div")?.firstElementChild?.textContent;
    return { field, useCaseId, message: `${name}: ${refused(message)}` };
  });

/**
 * Shows the faults at their fields and in a summary that takes the focus.
 * @returns whether there are any
 */
export function report(found: readonly Fault[], takeFocus = true): boolean {
  for (const field of ["decision", "comment", "own-reference", "file"] as const) {
    const message = found.find((fault) => fault.field === field)?.message ?? "";
    blame(byId(field === "decision" ? "f-decision" : field), byId(`e-${field}`), message);
  }
  const entries = found.map(({ field, message, useCaseId }) => {
    const place = field === "decision" ? "d-approved" : useCaseId ? `rule-${useCaseId}` : field;
    if (useCaseId) showFault(byId(place), useCaseId, message, field);
    const entry = link(message, `#${place}`);
    entry.addEventListener("click", (event) => {
      event.preventDefault();
      if (useCaseId) goToVerdict(useCaseId);
      else byId(place).focus();
    });
    return make("li", entry);
  });
  byId("errors")
    .querySelector("ul")
    ?.replaceChildren(...entries);
  byId("errors").hidden = found.length === 0;
  if (found.length > 0 && takeFocus) byId("errors").focus();
  return found.length > 0;
}

/** Brings counsel to their verdict on a rule. */
export function goToVerdict(useCaseId: string): void {
  showAll();
  const article = byId(`rule-${useCaseId}`);
  goTo(article, true);
  article.querySelector<HTMLElement>(".verdict input:checked, .verdict input")?.focus();
}
