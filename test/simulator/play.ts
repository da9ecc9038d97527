import { oneBundleFolder } from "#test/support/one-bundle-folder.ts";
import { holdAtTheEnd } from "./end.ts";
import { type Ground, makeGround } from "./ground.ts";
import { Requests } from "./model/requests.ts";
import { play, type Run } from "./turn.ts";
import { World } from "./world.ts";

/** Plays runs one after the other, each as if it were the first. */
export class Player {
  readonly #bundle: string;
  #ground: Promise<Ground> | null = null;

  /** @param bundle the functions' code, if it is not the project's own */
  constructor(bundle = oneBundleFolder) {
    this.#bundle = bundle;
  }

  /**
   * Plays a run, and checks after each turn and at the end what must be true.
   * @param look what else to check at the end, while the system still exists
   * @returns every call in order with its fate, and every act with its answer
   */
  async play(
    { chance, turns }: Run,
    look: (world: World) => Promise<void> = async () => undefined,
  ): Promise<readonly string[]> {
    this.#ground ??= makeGround(this.#bundle);
    const ground = await this.#ground;
    try {
      await ground.begin(chance);
      const world = new World(ground);
      const requests = new Requests(world);
      for (const turn of turns) {
        const attempts = await play(world, turn);
        await requests.look(attempts, world.now());
        for (const { act, status } of attempts) {
          if (act === "reach for another tenant's" && status !== 404 && status !== 0) {
            throw new Error(`Somebody reached for another tenant's, and got ${status}.`);
          }
        }
      }
      await holdAtTheEnd(world);
      await look(world);
      return ground.calls.trace;
    } catch (error) {
      const said = ground.system.lines.filter(({ level }) => level === "error").slice(-5);
      // An abandoned run may still have work in progress.
      await this.close();
      const told = said.map((line) => `\nlogged: ${JSON.stringify(line)}`);
      throw new Error(`${error}${told.join("")}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    const ground = await this.#ground;
    this.#ground = null;
    await ground?.close();
  }
}
