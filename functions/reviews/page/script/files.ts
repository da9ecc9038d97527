import { maxPdfBytes } from "#shared/domain/reviews/limits.ts";
import { getPdf, handIn, type Review } from "./api.ts";
import { byId, write } from "./dom.ts";
import { save } from "./save.ts";
import { filled, says } from "./says.ts";

/** Files for counsel's own records, and the certificate that comes back with their firm's signature. */
export function wireFiles(review: () => Review | null): void {
  for (const name of ["request", "certificate"] as const) {
    byId(`get-${name}`).addEventListener("click", async () => {
      const file = await getPdf(name);
      write(byId("file-status"), typeof file === "string" ? reasonOf(file) : "");
      if (typeof file === "string") return;
      save(`countersign-${name}-${review()?.request_id ?? ""}.pdf`, file);
    });
  }
  byId("hand-in").addEventListener("click", async () => {
    const file = byId<HTMLInputElement>("signed-file").files?.[0];
    if (file !== undefined) write(byId("signed-status"), await sent(file));
  });
}

const reasonOf = (code: string): string =>
  code === "rate_limited" ? says.filesUsedUp : says.fileFailed;

/** Hands a file in. @returns what came of it, in words */
async function sent(file: File): Promise<string> {
  const refusals: Readonly<Record<string, string>> = says.signedRefused;
  if (file.size > maxPdfBytes) return says.signedRefused.payload_too_large;
  const outcome = await handIn(file);
  if (outcome.kind === "done") return filled(says.signedKept, { sha256: outcome.body.sha256 });
  const code = outcome.kind === "problem" ? outcome.code : "";
  return Object.hasOwn(refusals, code) ? (refusals[code] ?? "") : says.signedFailed;
}
