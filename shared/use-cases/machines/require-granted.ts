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
 * A machine may ask only for the frameworks that its record names, or for any if it names none.
 * @throws DomainError `framework_not_granted`
 */
export function requireNamed({ machine }: MachineCaller, frameworkId: string): void {
  const { framework_ids } = machine;
  if (framework_ids.length > 0) requireGranted(new Set(framework_ids), frameworkId);
}

/**
 * Requires that a machine may ask for all these frameworks. If its record names some, a question about
 * every framework is refused and not narrowed to them.
 * @throws DomainError `framework_not_granted`
 */
export function requireAllNamed(
  caller: MachineCaller,
  asked: readonly string[] | null | undefined,
): void {
  if (asked == null && caller.machine.framework_ids.length > 0) {
    throw someAlone("those in question with framework_ids");
  }
  for (const id of asked ?? []) requireNamed(caller, id);
}

const someAlone = (which: string): DomainError =>
  new DomainError(
    "framework_not_granted",
    `The token is good for some frameworks alone: name ${which}.`,
  );

/**
 * The framework whose reviews a machine lists. If the machine's record names only one, that is the
 * default.
 * @throws DomainError `framework_not_granted`
 */
export function frameworkListed(
  caller: MachineCaller,
  asked: string | undefined,
): string | undefined {
  const [only, another] = caller.machine.framework_ids;
  if (asked !== undefined) requireNamed(caller, asked);
  else if (another !== undefined) throw someAlone("one of them with framework_id");
  return asked ?? only;
}

/**
 * Requires that a machine may read the evidence of a review, judged by the review's framework.
 * @throws DomainError `framework_not_granted`, `not_found`
 */
export async function requireReviewNamed(caller: MachineCaller, reviewId: string): Promise<void> {
  if (caller.machine.framework_ids.length === 0) return;
  const review = await getReview(reviewId);
  if (review === null) throw noSuch("review");
  requireNamed(caller, review.framework_id);
}
