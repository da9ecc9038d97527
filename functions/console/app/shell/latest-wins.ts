import { useState } from "preact/hooks";

/** Begins a request and returns a function that tells whether it is still the latest. */
export type Begin = () => () => boolean;

/** Of several requests begun, only the last one takes effect. */
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
