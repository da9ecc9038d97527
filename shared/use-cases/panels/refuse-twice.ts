import type { Counsel } from "#shared/domain/counsel/counsel.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { isOpenPanel } from "#shared/domain/reviews/panel.ts";
import { getCounselByIds } from "#shared/store/counsel.ts";
import { readSeats } from "#shared/store/panel-seats.ts";
import { getPanels } from "#shared/store/panels.ts";

/*
 * Nobody votes twice in a panel: two records with one e-mail address cannot sit in it
 * (standing.md, section 3).
 */

/** @throws DomainError `counsel_twice` if two of a new panel's members have one address */
export function refuseTwice(members: readonly Counsel[]): void {
  for (const [address, group] of Map.groupBy(members, ({ email }) => email)) {
    if (group.length === 1) continue;
    const names = group.map(({ display_name }) => display_name).join(" and ");
    throw new DomainError(
      "counsel_twice",
      `${names} have one e-mail address, ${address}. Ask different people.`,
    );
  }
}

/**
 * Refuses counsel's new address if another member has it in an open panel where counsel sits.
 * @returns the count of changes that the write has to assume
 * @throws DomainError `counsel_twice`
 */
export async function requireFreeAddress(
  { id, framework_id }: Counsel,
  address: string,
): Promise<number> {
  const { changes, panelIds } = await readSeats(framework_id);
  const panels = (await getPanels(panelIds)).filter(
    (panel) =>
      panel !== null &&
      isOpenPanel(panel) &&
      panel.members.some(({ counsel_id }) => counsel_id === id),
  );
  const others = new Set(
    panels.flatMap((panel) => panel?.members.map(({ counsel_id }) => counsel_id) ?? []),
  );
  others.delete(id);
  const found = await getCounselByIds([...others]);
  const twin = found.find((one) => one?.email === address);
  if (twin == null) return changes;
  throw new DomainError(
    "counsel_twice",
    `${twin.display_name} has this address and sits in the same open panel. Cancel one of the two requests, or wait for the panel's end.`,
  );
}
