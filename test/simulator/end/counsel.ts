import type { World } from "../world.ts";

/** Counsel are confirmed if a second person confirmed them as they are now, and only then. */
export async function counselAreConfirmedByASecondPerson(world: World): Promise<void> {
  for (const { id } of world.counsel) {
    const of = world.confirmations.filter(({ counsel }) => counsel === id);
    if (of.length === 0) continue;
    const { identity_sha256: now, identity_confirmed_at: at } = await world.read(
      `/admin/counsel/${id}`,
    );
    const bySecond = of.filter(({ isSecond }) => isSecond);
    const said = (identity: string, ...statuses: number[]) =>
      bySecond.some((one) => one.identity_sha256 === identity && statuses.includes(one.status));
    const name = world.name(id);
    if (at === null && said(now, 200)) throw new Error(`${name}: a confirmation was lost.`);
    // Status 0: the process ended before it answered, and may have recorded it.
    if (at !== null && !said(now, 200, 0)) throw new Error(`${name}: nobody confirmed who it is.`);
    for (const { isSecond, status, identity_sha256 } of of) {
      if (isSecond || status !== 200 || said(identity_sha256, 200, 0)) continue;
      throw new Error(`${name}: whoever wrote it has confirmed it.`);
    }
  }
}
