import { useState } from "preact/hooks";

/** Begins a request; what it returns tells whether it is still the latest one. */
export type Begin = () => () => boolean;

/** Latest wins: of several requests begun, only the last one takes effect. */
export function latestWins(): Begin {
  let last = 0;
  return () => {
    last += 1;
    const mine = last;
    return () => mine === last;
  };
}

/** The same for the lifetime of a component. */
export const useLatestWins = (): Begin => useState(latestWins)[0];
