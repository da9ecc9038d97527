import { maxPdfBytes } from "#shared/domain/reviews/limits.ts";
import { save } from "#shared/html/browser/save.ts";
import { getPdf, handIn, type Review } from "./api.ts";
import { byId, write } from "./dom.ts";
import { filled, says, textFor } from "./says.ts";

/** Files for counsel's own records, and the certificate that comes back with their firm's signature. */
export function wireFiles(review: () => Review | null): void {
  for (const name of ["request", "certificate"] as const) {
    byId(`get-${name}`).addEventListener("click", () => take(name, review()?.request_id ?? ""));
  }
  byId("hand-in").addEventListener("click", takeIn);
}

const say = (place: "file" | "signed", text: string): void => write(byId(`${place}-status`), text);

async function take(name: "request" | "certificate", requestId: string): Promise<void> {
  say("file", says.moment);
  const file = await getPdf(name);
  if (typeof file === "string") {
    return say("file", file === "rate_limited" ? says.filesUsedUp : says.fileFailed);
  }
  say("file", "");
  save(`countersign-${name}-${requestId}.pdf`, file);
}

/** Hands the chosen file in, or has the browser ask for one. Like `take`, it does not reject. */
async function takeIn(): Promise<void> {
  const chosen = byId<HTMLInputElement>("signed-file");
  const file = chosen.files?.[0];
  if (file === undefined) return chosen.click();
  say("signed", says.moment);
  say("signed", await sent(file));
}

/** Hands a file in. @returns the result in words */
async function sent(file: File): Promise<string> {
  if (file.size > maxPdfBytes) return says.signedRefused.payload_too_large;
  const outcome = await handIn(file);
  if (outcome.kind === "done") return filled(says.signedKept, { sha256: outcome.body.sha256 });
  const code = outcome.kind === "problem" ? outcome.code : "";
  return textFor(says.signedRefused, code) || says.signedFailed;
}
