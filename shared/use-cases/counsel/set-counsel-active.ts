import { withIdentity } from "#shared/domain/counsel/counsel.ts";
import { countOpenRequests } from "#shared/store/review-lists.ts";
import { type CounselRequest, changeCounsel } from "./change-counsel.ts";
import { requireAddress } from "./two-people.ts";

/**
 * Activates or deactivates a counsel; a repeat returns the same answer and writes no second audit row.
 * Requests that wait for the counsel stay open, and the answer says how many there are.
 * @throws DomainError `not_found`, `conflict`, `second_person_required`, `forbidden` for the canary's
 * counsel
 */
export async function setCounselActive({ active, ...asked }: CounselRequest & { active: boolean }) {
  const counsel = await changeCounsel(asked, (before) => {
    if (before.active === active) return null;
    if (active) requireAddress(asked.actor, before.framework_id);
    return { action: active ? "counsel.reactivated" : "counsel.deactivated", fields: { active } };
  });
  return {
    ...withIdentity(counsel),
    open_requests: await countOpenRequests(asked.counselId, asked.now),
  };
}
