import { t } from "../shell/texts.ts";
import { told } from "./format.ts";

/** A fault of one value in the API's words, which are the end of a sentence. */
export interface Fault {
  /** Dotted, as in the request. */
  path: string;
  message: string;
}

/** The element id of the field that an error's path names. */
export const fieldId = (path: string): string => `field-${path.replaceAll(".", "-")}`;

/** A field of the page, or the nearest that contains it: `chain.0.model` for `chain.0.model.1`. */
export function fieldOf(path: string): HTMLElement | null {
  const parts = path.split(".");
  for (let n = parts.length; n > 0; n -= 1) {
    const found = document.getElementById(fieldId(parts.slice(0, n).join(".")));
    if (found !== null) return found;
  }
  return null;
}

/** A field's label on the page; null: it has none. */
function labelOf(field: HTMLElement): string | null {
  const label =
    document.querySelector(`label[for="${field.id}"]`) ?? field.querySelector(":scope > legend");
  const words = [...(label?.childNodes ?? [])].filter(
    (one) => !(one instanceof Element && one.classList.contains("soft")),
  );
  const text = words.map(({ textContent }) => textContent).join("");
  return text.trim() === "" ? null : text.trim();
}

/** The fault as a sentence that names the field by its label. */
export const faultSentence = (labelled: string, message: string, isChoice = false): string => {
  // "Regions, one a line": the part after the comma says how to write it.
  const [label = labelled] = labelled.split(", ");
  if (isChoice) return t.chooseOne(label);
  const said = told(message).trim();
  // Some services in front of ours, and some faults of ours, are sentences already.
  const isSentence = /^\p{Lu}/u.test(said);
  const ended = /[.!?…]$/.test(said) ? said : `${said}.`;
  return isSentence ? `${label}: ${ended}` : `${label} ${ended}`;
};

/** The same for a fault whose field is on the page, or whose place `nameOf` knows. */
export function toldFault(
  { path, message }: Fault,
  nameOf?: (path: string) => string | null,
): string {
  const field = path === "" ? null : fieldOf(path);
  const label = nameOf?.(path) ?? (field && labelOf(field)) ?? (path === "" ? null : t.aField);
  return label === null
    ? told(message)
    : faultSentence(label, message, field instanceof HTMLSelectElement);
}
