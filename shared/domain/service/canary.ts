import { DomainError } from "#shared/domain/errors.ts";

/*
 * The canary: a review that the platform itself requests and decides every hour, as an end-to-end
 * check. It has its own framework and counsel; that framework's items are in separate index
 * partitions, so that no list shows them unless the caller names the framework.
 */

/** The framework of the canary's reviews; reserved for the canary. */
export const CANARY_FRAMEWORK = "countersign_canary";

/** The user id under which the canary requests reviews; no sign-in provider issues it. */
export const CANARY_USER = "00000000-0000-4000-8000-00000000ca4a";

export const isCanaryFramework = (frameworkId: string): boolean => frameworkId === CANARY_FRAMEWORK;

export const isCanaryUser = (userId: string): boolean => userId === CANARY_USER;

export const canaryOnly = (): DomainError =>
  new DomainError("forbidden", "The canary's framework is the canary's alone.");

/** People may not change the canary's counsel and reviews. @throws DomainError `forbidden` */
export function leaveCanaryAlone({ framework_id }: { framework_id: string }): void {
  if (isCanaryFramework(framework_id)) throw canaryOnly();
}

/** The mark for the context of the canary's audit rows; empty for all other rows. */
export const canaryMark = (context: Readonly<Record<string, unknown>>): { canary?: true } =>
  context.framework_id === CANARY_FRAMEWORK ? { canary: true } : {};

/** Whether a user may read a review: the canary may read only its own. */
export const mayRead = (userId: string, frameworkId: string): boolean =>
  !isCanaryUser(userId) || isCanaryFramework(frameworkId);
