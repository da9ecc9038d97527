import { DomainError } from "./errors.ts";

/*
 * The canary: a review that the platform requests and decides by itself every hour, to find out
 * whether it can. It has its own framework and counsel; what belongs to that framework is in separate
 * index partitions, so that no list shows it unless the caller names the framework.
 */

/** The framework of the canary's reviews; nobody else may use it. */
export const CANARY_FRAMEWORK = "countersign_canary";

/** The user id under which the canary requests reviews; no sign-in provider issues it. */
export const CANARY_USER = "00000000-0000-4000-8000-00000000ca4a";

export const isCanaryFramework = (frameworkId: string): boolean => frameworkId === CANARY_FRAMEWORK;

export const isCanaryUser = (userId: string): boolean => userId === CANARY_USER;

export const canaryOnly = (): DomainError =>
  new DomainError("forbidden", "The canary's framework is the canary's alone.");

/**
 * Keeps people from changing the canary's counsel and reviews: an inactive counsel, a required key or
 * a cancelled review would make it fail for a reason that is not the platform's.
 * @throws DomainError `forbidden`
 */
export function leaveCanaryAlone({ framework_id }: { framework_id: string }): void {
  if (isCanaryFramework(framework_id)) throw canaryOnly();
}

/** Marks the context of the canary's audit rows; others are left as they are. */
export const canaryMark = (context: Readonly<Record<string, unknown>>): { canary?: true } =>
  context.framework_id === CANARY_FRAMEWORK ? { canary: true } : {};

/** Whether a user may read a review: the canary only its own. */
export const mayRead = (userId: string, frameworkId: string): boolean =>
  !isCanaryUser(userId) || isCanaryFramework(frameworkId);
