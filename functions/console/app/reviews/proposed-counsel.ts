import type { Item } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";

type Counsel = Item<"listCounsel">;

/**
 * The counsel whom the form proposes: the one asked for, the only one, or the one who last approved in
 * the book.
 * @returns undefined while it is not known, null if there is nobody to propose
 */
export function useProposedCounsel(
  frameworkId: string,
  counsel: readonly Counsel[] | null,
  askedFor: string,
): string | null | undefined {
  const asked = counsel?.find(({ id }) => id === askedFor)?.id;
  const only = counsel?.length === 1 ? counsel[0]?.id : undefined;
  const sure = asked ?? only;
  const isOpen = counsel !== null && sure === undefined;
  const last = useCall(
    "listReviews",
    isOpen ? { query: { framework_id: frameworkId, status: "approved", limit: "1" } } : null,
  );
  if (counsel === null) return undefined;
  if (sure !== undefined) return sure;
  const approver = last.data?.items[0]?.counsel_id;
  return last.isLoading ? undefined : (counsel.find(({ id }) => id === approver)?.id ?? null);
}
