import type { ReviewRecord } from "#shared/domain/reviews/review.ts";
import { isCanaryFramework } from "#shared/domain/service/canary.ts";
import { keyOf } from "#shared/store/entities.ts";

/** The number of a review's link. The review gets a further link when it gets more time. */
export const linkNumber = ({ extension }: ReviewRecord): number => (extension?.number ?? 0) + 1;

export const frameworkKeyOf = (id: string): string =>
  keyOf(isCanaryFramework(id) ? "canaryFramework" : "framework", id);

export const text = (value: unknown): string => (typeof value === "string" ? value : "");
