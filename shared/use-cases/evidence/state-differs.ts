import { DomainError } from "#shared/domain/errors.ts";
import { log } from "#shared/platform/log.ts";

/**
 * Refuses to vouch for what is stored where it is not what the signed rows say; the log line raises the
 * alarm `StateDiffers`.
 * @param about the ids of what was asked for
 * @param fault null: it is the same
 * @throws DomainError `state_differs`
 */
export function refuseDifferent(
  about: Readonly<Record<string, string>>,
  fault: string | null,
): void {
  if (fault === null) return;
  log("error", "evidence.state_differs", { ...about, reason: fault });
  throw new DomainError(
    "state_differs",
    `The service does not vouch for this, because its own check fails: ${fault} Please tell the operator.`,
  );
}
