/*
 * The canary: a review that the platform commissions and decides by itself every hour, to find out
 * whether it can. It has a framework and a counsel of its own; what belongs to that framework stands
 * in index partitions of its own, so no list shows it unless it names the framework.
 */

/** The framework of the canary's reviews; nobody else may use it. */
export const CANARY_FRAMEWORK = "countersign_canary";

/** Whom the canary's reviews are requested by. It is no person: no sign-in provider issues it. */
export const CANARY_USER = "00000000-0000-4000-8000-00000000ca4a";

export const isCanaryFramework = (frameworkId: string): boolean => frameworkId === CANARY_FRAMEWORK;

export const isCanaryUser = (userId: string): boolean => userId === CANARY_USER;

/** Marks what an audit row of the canary's says; others are left as they are. */
export const canaryMark = (context: Readonly<Record<string, unknown>>): { canary?: true } =>
  context.framework_id === CANARY_FRAMEWORK ? { canary: true } : {};

/** Whether somebody may read a review: the canary none but its own. */
export const mayRead = (userId: string, frameworkId: string): boolean =>
  !isCanaryUser(userId) || isCanaryFramework(frameworkId);
