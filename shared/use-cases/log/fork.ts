import { MissingTileError } from "#shared/domain/log/tiles.ts";

/** The table contradicts what was signed, so nothing may be signed on top of it. */
export class ForkError extends Error {}

/** A tile that is missing or too short contradicts what was signed over it. */
export async function orFork<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MissingTileError) throw new ForkError(error.message);
    throw error;
  }
}
