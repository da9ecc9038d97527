import type * as fc from "fast-check";
import type { Attempt, World } from "./world.ts";

/** Something that somebody can do: how it is made up, and how it is done through the front door. */
export interface Command<Asked = unknown> {
  /** How often it comes, relative to the others. */
  weight: number;
  asked: fc.Arbitrary<Asked>;
  /** @returns null: there is nothing yet on which it could act */
  take(world: World, asked: Asked): Promise<Attempt> | null;
}

export const command = <Asked>(made: Command<Asked>): Command => made as unknown as Command;
