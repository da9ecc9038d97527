import { DomainError } from "#shared/domain/errors.ts";
import { log } from "#shared/platform/log.ts";

/**
 * The error when the service does not vouch for the stored state, because the signed rows contradict
 * it. The log line raises the alarm `StateDiffers`.
 * @param about the ids of what was asked for
 */
export function different(about: Readonly<Record<string, string>>, fault: string): DomainError {
  log("error", "evidence.state_differs", { ...about, reason: fault });
  return new DomainError(
    "state_differs",
    `The service does not vouch for this, because its own check fails: ${fault} Please tell the operator.`,
  );
}

/**
 * Refuses to vouch for the stored state, see {@link different}.
 * @param fault null: the state matches the signed rows
 * @throws DomainError `state_differs`
 */
export function refuseDifferent(
  about: Parameters<typeof different>[0],
  fault: string | null,
): void {
  if (fault !== null) throw different(about, fault);
}
