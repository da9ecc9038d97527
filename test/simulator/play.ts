import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { holdAtTheEnd } from "./end.ts";
import { Requests } from "./model/requests.ts";
import { play, type Run } from "./turn.ts";
import { startGround, World } from "./world.ts";

/**
 * Plays a run on a system of its own, and holds after each turn and at the end what must be so.
 * @param look what else to look at in the end, while the system is there
 * @param bundle the functions' code, if another one than the project's own
 * @returns every call in its order, with what became of it, and every act with its answer
 */
export async function playRun(
  { chance, turns }: Run,
  look: (world: World) => Promise<void> = async () => undefined,
  bundle = oneBundleFolder,
): Promise<readonly string[]> {
  const ground = await startGround(chance, bundle);
  try {
    const world = await World.begin(ground);
    const requests = new Requests(world);
    for (const turn of turns) {
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
    await look(world);
    return ground.calls.trace;
  } finally {
    await ground.close();
  }
}
