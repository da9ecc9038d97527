import type { OpenedLog } from "#shared/domain/evidence/program.ts";
import { save } from "#shared/html/browser/save.ts";
import { addressOf } from "../api.ts";
import type { Review } from "../room.ts";
import { t } from "../texts.ts";
import { Command } from "./checks.tsx";
import type { Bundle } from "./load.ts";

/** The files for a reader to keep: the very bytes that were checked, and the certificate. */
export const Files = ({
  review,
  bundle,
  log,
}: {
  review: Review;
  bundle: Bundle;
  log: OpenedLog | null;
}) => (
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
      <a
        class="button"
        href={addressOf(`/reviews/${encodeURIComponent(review.id)}/certificate.pdf`)}
        download={`certificate-${review.id}.pdf`}
      >
        {t.evidence.certificate}
      </a>
      <a class="button" href="/evidence/verify-bundle.mjs" download="verify-bundle.mjs">
        {t.evidence.verifier}
      </a>
    </p>
    <p>{t.evidence.later}</p>
    <Command log={log} />
  </>
);
