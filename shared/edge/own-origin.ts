import { DomainError } from "#shared/domain/errors.ts";
import { appUrl, baseUrl, setting } from "#shared/platform/settings.ts";

/**
 * Refuses browser requests from another site's page: a page cannot forge its origin. Callers other than
 * browsers send none.
 * @throws DomainError `forbidden`
 */
export function requireOwnOrigin(origin: string | undefined): void {
  if (origin === undefined) return;
  const own = [baseUrl(), appUrl(), setting("CONSOLE_ORIGIN")];
  const isOwn = own.some((url) => url !== undefined && new URL(url).origin === origin);
  if (!isOwn)
    throw new DomainError(
      "forbidden",
      "The request did not come from this page. Reload the page and try again.",
    );
}
