import { isDeepStrictEqual } from "node:util";

/** @throws Error with both values, if something is not as it should be */
export const differ = (what: string, is: unknown, due: unknown): void => {
  if (isDeepStrictEqual(is, due)) return;
  throw new Error(`${what}: it is ${JSON.stringify(is)}, and should be ${JSON.stringify(due)}.`);
};
