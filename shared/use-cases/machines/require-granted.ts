import { DomainError } from "#shared/domain/errors.ts";

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
