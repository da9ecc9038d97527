import { call, type Item, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";

type Counsel = Item<"listCounsel">;

/** Who approved last in a book; null if nobody did. */
async function askLastApprover(framework_id: string): Promise<Outcome<string | null>> {
  const query = { framework_id, status: "approved" as const, limit: "1" };
  const outcome = await call("listReviews", { query });
  if (outcome.kind !== "done") return outcome;
  return { kind: "done", body: outcome.body.items[0]?.counsel_id ?? null };
}

/**
 * The counsel whom the form proposes: the one asked for, the only one, or who approved last in the
 * book.
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
  const last = useLoad<string | null>(`approver ${frameworkId} ${isOpen}`, async () =>
    isOpen ? askLastApprover(frameworkId) : { kind: "done", body: null },
  );
  if (counsel === null) return undefined;
  if (sure !== undefined) return sure;
  return last.isLoading ? undefined : (counsel.find(({ id }) => id === last.data)?.id ?? null);
}
