import type { DecisionForm } from "#shared/domain/reviews/decision-form.ts";
import { maxCommentCharacters } from "#shared/domain/reviews/limits.ts";
import type { Decision } from "./api.ts";
import { byId, fill, link, make, write } from "./dom.ts";
import { currentDraft, keepDraft } from "./draft.ts";
import { chosenFile, dropFile, fileFault, takeFile } from "./file.ts";
import { countOf } from "./format.ts";

const commentBox = (): HTMLTextAreaElement => byId("comment");
const radios = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input[name="decision"]'),
];

/** An option's label and meaning, as worded in the form. */
export const wordsOf = (decision: Decision) => ({
  label: document.querySelector(`label[for="d-${decision}"]`)?.textContent ?? decision,
  meaning: byId(`m-${decision}`).textContent ?? "",
});

/** Connects the form's event handlers; `onCheck` runs when the form is complete. */
export function wireForm(onCheck: () => void): void {
  for (const radio of radios()) {
    radio.addEventListener("change", () => {
      keepDraft({ decision: radio.value as Decision });
      follow();
    });
  }
  commentBox().addEventListener("input", () => {
    keepDraft({ comment: commentBox().value });
    follow();
  });
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
  const { decision, comment } = currentDraft();
  for (const radio of radios()) radio.checked = radio.value === decision;
  commentBox().value = comment;
  byId("restored").hidden = decision === null && comment === "";
  follow();
}

/** Counts code points, as the service does: an emoji is one. */
const charactersIn = (text: string): number => [...text].length;

/** Updates the comment's label and count to match what is chosen and typed. */
function follow(): void {
  const chosen = radios().find(({ checked }) => checked);
  fill("comment-label", chosen?.dataset.comment ?? says.comment);
  const length = charactersIn(commentBox().value);
  if (!byId("errors").hidden) report(faults(), false);
  fill("comment-count", length > 0 ? `${length.toLocaleString("en")} ${says.used}` : "");
}

/** What is sent: exactly what the check shows. */
export function formToSend(): DecisionForm | null {
  const { decision, comment } = currentDraft();
  if (decision === null) return null;
  const file = chosenFile();
  return {
    decision,
    ...(comment === "" ? {} : { comment }),
    ...(file === null
      ? {}
      : {
          supplementary_pdf: { filename: file.filename, content_base64: file.content_base64 },
        }),
  };
}

interface Fault {
  field: "decision" | "comment" | "file";
  message: string;
}

function faults(): Fault[] {
  const { decision, comment } = currentDraft();
  const over = charactersIn(comment) - maxCommentCharacters;
  return [
    ...(decision === null ? [{ field: "decision", message: says.chooseADecision }] : []),
    ...(over > 0
      ? [
          {
            field: "comment",
            message: `${says.shortenBy} ${countOf(over, "character")}.`,
          },
        ]
      : []),
    ...(fileFault() === "" ? [] : [{ field: "file", message: fileFault() }]),
  ] as Fault[];
}

/** The service's validation errors, mapped to the fields of the form. */
export const refusedFields = (errors: readonly { path: string; message: string }[]): Fault[] =>
  errors.map(({ path, message }) => {
    const field = path.startsWith("comment")
      ? "comment"
      : path.startsWith("supp")
        ? "file"
        : "decision";
    return {
      field,
      message: `${says.the} ${field === "file" ? says.document : field} ${message}.`,
    };
  });

const places = { decision: "d-approved", comment: "comment", file: "file" };

/**
 * Shows the faults at their fields and in a summary that takes the focus.
 * @returns whether there are any
 */
export function report(found: readonly Fault[], takeFocus = true): boolean {
  for (const field of ["decision", "comment", "file"] as const) {
    const message = found.find((fault) => fault.field === field)?.message ?? "";
    write(byId(`e-${field}`), message);
    byId(`e-${field}`).hidden = message === "";
    const input = byId(field === "decision" ? "f-decision" : field);
    input.toggleAttribute("data-invalid", message !== "");
    if (field !== "decision") input.setAttribute("aria-invalid", String(message !== ""));
  }
  const entries = found.map(({ field, message }) => {
    const entry = link(message, `#${places[field]}`);
    entry.addEventListener("click", (event) => {
      event.preventDefault();
      byId(places[field]).focus();
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
