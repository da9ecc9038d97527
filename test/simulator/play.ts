import { holdAtTheEnd } from "./end.ts";
import { Requests } from "./model/requests.ts";
import { play, type Turn } from "./turn.ts";
import { type Ground, World } from "./world.ts";

/** Plays a run, and holds after each turn and at the end what must be so. @returns the book's world */
export async function playRun(ground: Ground, run: readonly Turn[]): Promise<World> {
  const { calls } = ground;
  calls.restart();
  calls.trace = [];
  const world = await World.begin(ground);
  const requests = new Requests(world);
  for (const turn of run) {
    const attempts = await play(world, turn);
    const now = await world.wait(0);
    await requests.look(attempts, now);
    for (const { act, status } of attempts) {
      if (act === "reach for another tenant's" && status !== 404 && status !== 0) {
        throw new Error(`Somebody reached for another tenant's, and got ${status}.`);
      }
    }
  }
  await holdAtTheEnd(world);
  return world;
}
