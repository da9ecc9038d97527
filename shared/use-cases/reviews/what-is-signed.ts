import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { endIn } from "#shared/domain/reviews/in-rows.ts";
import { isDecided, type ReviewRecord } from "#shared/domain/reviews/review.ts";
import type { InRows } from "./rows-under-link.ts";

type Details = Pick<Signer, "display_name" | "firm" | "jurisdiction" | "bar_registration">;

/** Counsel as the decision's row names them, or, before there is one, as it would name them now. */
export function namedAsSigner({ record, rows }: InRows, signer: Signer): Details {
  const row = isDecided(record) ? endIn(rows) : null;
  const named = (row?.context.counsel as Details | undefined) ?? signer;
  const { display_name, firm, jurisdiction, bar_registration } = named;
  return { display_name, firm, jurisdiction, bar_registration };
}

/** Each rule of a request with the hash of its wording. */
export const wordingHashes = ({ rule_use_case_ids, pinned_hashes }: ReviewRecord) =>
  rule_use_case_ids.map((use_case_id, i) => ({
    use_case_id,
    content_hash: pinned_hashes[i] ?? "",
  }));
