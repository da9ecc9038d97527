import { useState } from "preact/hooks";

/** Begins another turn; what it returns tells whether that turn is still the last. */
export type Begin = () => () => boolean;

/** Numbers what takes a while, so that only what was begun last has an effect. */
export function turns(): Begin {
  let last = 0;
  return () => {
    last += 1;
    const mine = last;
    return () => mine === last;
  };
}

/** The turns of one screen. */
export const useTurns = (): Begin => useState(turns)[0];
