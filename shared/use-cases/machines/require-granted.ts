import { DomainError, noSuch } from "#shared/domain/errors.ts";
import type { MachineCaller } from "#shared/domain/machines/machine.ts";
import { getReview } from "#shared/store/reviews.ts";

/**
 * @param granted the books that may be named
 * @throws DomainError `framework_not_granted`
 */
export function requireGranted(granted: ReadonlySet<string>, frameworkId: string): void {
  if (granted.has(frameworkId)) return;
  throw new DomainError(
    "framework_not_granted",
    `The token is good, but ${frameworkId} is not among the frameworks granted to it.`,
  );
}

/**
 * A machine at which frameworks are named may name no other; one without may read each.
 * @throws DomainError `framework_not_granted`
 */
export function requireNamed({ machine }: MachineCaller, frameworkId: string): void {
  const { framework_ids } = machine;
  if (framework_ids.length > 0) requireGranted(new Set(framework_ids), frameworkId);
}

/**
 * The framework whose reviews a machine lists: one that is named at it, by itself if there is only one.
 * @throws DomainError `framework_not_granted`
 */
export function frameworkListed(
  caller: MachineCaller,
  asked: string | undefined,
): string | undefined {
  const [only, another] = caller.machine.framework_ids;
  if (asked !== undefined) requireNamed(caller, asked);
  else if (another !== undefined) {
    const detail =
      "The token is good for some frameworks alone: name one of them with framework_id.";
    throw new DomainError("framework_not_granted", detail);
  }
  return asked ?? only;
}

/**
 * That a machine may read the evidence of a review, by the framework that it is of.
 * @throws DomainError `framework_not_granted`, `not_found`
 */
export async function requireReviewNamed(caller: MachineCaller, reviewId: string): Promise<void> {
  if (caller.machine.framework_ids.length === 0) return;
  const review = await getReview(reviewId);
  if (review === null) throw noSuch("review");
  requireNamed(caller, review.framework_id);
}
