import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { countOpenRequests } from "#shared/store/review-lists.ts";
import { type CounselRequest, changeCounsel } from "./change-counsel.ts";

/**
 * Activates or deactivates a counsel; a repeat returns the same answer and writes no second audit
 * row. Requests that wait for the counsel stay open: the answer says how many.
 * @throws DomainError `not_found`, `conflict`, `forbidden` for the canary's
 */
export async function setCounselActive({
  active,
  ...asked
}: CounselRequest & { active: boolean }): Promise<Counsel & { open_requests: number }> {
  const counsel = await changeCounsel(asked, (before) =>
    before.active === active
      ? null
      : { action: active ? "counsel.reactivated" : "counsel.deactivated", fields: { active } },
  );
  return { ...counsel, open_requests: await countOpenRequests(asked.counselId, asked.now) };
}
