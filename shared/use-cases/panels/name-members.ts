import {
  endOfMember,
  endsAt,
  type PanelMember,
  type PanelRecord,
} from "#shared/domain/reviews/panel.ts";
import { statusAt } from "#shared/domain/reviews/review.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { calledIn } from "#shared/use-cases/reviews/called-in.ts";

type NamedMember = PanelMember & { counsel_display_name: string; counsel_firm: string | null };
export type NamedPanel = Omit<PanelRecord, "members"> & {
  members: NamedMember[];
  ends_at: string;
  articles: string[];
  rule_names: string[];
  requested_by_email: string | null;
};

/**
 * The panels with the names that people use for them, and each member's status, name and firm: as they
 * signed, otherwise as they are now. A member's own time may be over a little before the courier ends
 * the panel.
 * @param now ISO 8601 UTC
 */
export async function named(panels: readonly PanelRecord[], now: string): Promise<NamedPanel[]> {
  const ids = [
    ...new Set(panels.flatMap(({ members }) => members.map(({ counsel_id }) => counsel_id))),
  ];
  const found = await getCounselByIds(ids);
  const counsel = new Map(ids.map((id, i) => [id, found[i]]));
  return panels.map((panel) => ({
    ...panel,
    ends_at: endsAt(panel),
    ...calledIn(panel),
    members: panel.members.map((member) => {
      const { counsel_id, name, firm } = member;
      const known = name === undefined ? counsel.get(counsel_id) : { display_name: name, firm };
      return {
        ...member,
        status: statusAt({ ...member, expires_at: endOfMember(panel, member) }, now),
        counsel_display_name: known?.display_name ?? "",
        counsel_firm: known?.firm ?? null,
      };
    }),
  }));
}
