import type { Facts } from "#test/support/standing/facts.ts";
import type { Json, World } from "../world.ts";
import { differ } from "./differ.ts";

/** Sends all that is waiting. */
export async function everythingIsSent(world: World): Promise<void> {
  await world.run("run the courier", "courier");
  if (!world.isCourierLost) return;
  // After a minute, another courier may send what a courier took before its process ended.
  await world.wait(61);
  await world.run("run the courier", "courier");
}

/** Every promised message arrived, and at most once more for each process that ended. */
export async function mailsAndMessagesArrived(world: World, { requests }: Facts): Promise<void> {
  const { mails, hooks } = world.ground;
  const own = new Set(requests.map(({ id }) => id));
  const sent = new Map<string, number>();
  for (const { key } of mails.taken) sent.set(key, (sent.get(key) ?? 0) + 1);
  for (const [key, times] of sent) {
    if (!own.has(key.split("_")[0] ?? "")) continue;
    if (times > 1 + world.faults) throw new Error(`A mail was sent ${times} times.`);
  }
  const { items: shown } = await world.read(
    `/admin/rule-reviews?framework_id=${world.book}&limit=200`,
  );
  for (const { id, decision } of requests) {
    const isMailed = shown.some((one: Json) => one.id === id && one.mail !== null);
    const { items } = isMailed
      ? await world.read(`/admin/rule-reviews/${id}/audit?limit=200`)
      : { items: [] };
    const told = items.filter(({ action }: Json) => action === "rule_review.link_mailed").length;
    const came = [...sent.keys()].filter(
      (key) => key.startsWith(id) && /_(link|extended|answer)_/.test(key),
    ).length;
    if (told > came)
      throw new Error(`${world.name(id)}: ${told} mails in the trail, ${came} came.`);
    const about = hooks.received
      .filter(({ path }) => path === "/platform")
      .filter(({ body }) => body.includes(id) && body.includes('"rule_review.decided"'));
    const ids = new Set(about.map(({ headers }) => headers["webhook-id"]));
    differ(`${world.name(id)}: messages about its decision`, ids.size, decision === null ? 0 : 1);
    if (about.length > 1 + world.faults) throw new Error("A message came too often.");
  }
}
