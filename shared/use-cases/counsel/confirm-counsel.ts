import { notBefore } from "#shared/domain/audit/row.ts";
import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { type CounselRequest, changeCounsel } from "./change-counsel.ts";

/**
 * An admin vouches for a counsel whom another counsel named while passing a request on (standing.md,
 * section 4); a repeat returns the same answer and writes no second audit row.
 * @throws DomainError `not_found`, `conflict`, `forbidden` for the canary's
 */
export const confirmCounsel = (asked: CounselRequest): Promise<Counsel> =>
  changeCounsel(asked, ({ confirmed_at, audit_head }) =>
    confirmed_at === null
      ? {
          action: "counsel.confirmed",
          fields: { confirmed_at: notBefore(audit_head, asked.now) },
        }
      : null,
  );
