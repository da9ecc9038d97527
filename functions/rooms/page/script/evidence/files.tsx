import { useState } from "preact/hooks";
import type { OpenedLog } from "#shared/domain/evidence/program.ts";
import { save } from "#shared/html/browser/save.ts";
import { ask, type Failure } from "../api.ts";
import { Trouble } from "../basics.tsx";
import type { Review } from "../room.ts";
import { t } from "../texts.ts";
import { Command } from "./checks.tsx";
import type { Bundle } from "./load.ts";

const PDF = "application/pdf";

/** Asks for a certificate and saves it. @returns why there is none, or null */
async function saveCertificate(id: string): Promise<Failure | null> {
  const path = `/reviews/${encodeURIComponent(id)}/certificate.pdf`;
  const outcome = await ask(path, { headers: { accept: PDF } });
  if (outcome.kind !== "done") return outcome;
  if (outcome.headers?.get("content-type") !== PDF) return { kind: "unreachable" };
  save(`certificate-${id}.pdf`, new Blob([new Uint8Array(outcome.body)], { type: PDF }));
  return null;
}

/** The files for a reader to keep: the very bytes that were checked, and the certificate. */
export function Files({
  review,
  bundle,
  log,
}: {
  review: Review;
  bundle: Bundle;
  log: OpenedLog | null;
}) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const certificate = () => {
    saveCertificate(review.id).then(setFailure, () => setFailure({ kind: "unreachable" }));
  };
  return (
    <>
      <p class="actions">
        <button
          type="button"
          onClick={() =>
            save(`bundle-${review.id}.json`, new Blob([bundle.bytes], { type: "application/json" }))
          }
        >
          {t.evidence.bundle}
        </button>
        <button type="button" onClick={certificate}>
          {t.evidence.certificate}
        </button>
        <a class="button" href="/evidence/verify-bundle.mjs" download="verify-bundle.mjs">
          {t.evidence.verifier}
        </a>
      </p>
      {failure && <Trouble failure={failure} onAgain={certificate} />}
      <p>{t.evidence.later}</p>
      <Command log={log} />
    </>
  );
}
