import { noSuch } from "#shared/domain/errors.ts";
import { getPanel as readPanel } from "#shared/store/panels.ts";
import { type NamedPanel, named } from "./name-members.ts";

/**
 * One panel as of now, with the names of its members.
 * @param now ISO 8601 UTC
 * @throws DomainError `not_found`
 */
export async function getPanel(id: string, now: string): Promise<NamedPanel> {
  const panel = await readPanel(id);
  if (panel === null) throw noSuch("panel");
  const [shown] = await named([panel], now);
  return shown as NamedPanel;
}
