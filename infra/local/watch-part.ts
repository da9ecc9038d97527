/** What to do when a part of the run (a thread, a child process) ends without an order. */
export interface PartWatch {
  /** Call this once the part works. From then on, it may be started once more. */
  started(): void;
  /** Reports it in words. @returns whether to start it again; false: it ended before it worked */
  ended(reason: string): boolean;
}

/** What the parts of a run report to it. */
export interface PartEnds {
  /** A part has ended and is being started again. */
  onFault: (error: Error) => void;
  /** A part cannot go on: the run must end with this error. */
  onLost: (error: Error) => void;
}

/** @param part the part's name, as the beginning of a sentence */
export function watchPart(part: string, { onFault, onLost }: PartEnds): PartWatch {
  let isRestart = false;
  return {
    started: () => {
      isRestart = false;
    },
    ended: (reason) => {
      if (isRestart) {
        onLost(new Error(`${part} has ended again (${reason}).`));
        return false;
      }
      isRestart = true;
      onFault(new Error(`${part} has ended (${reason}); it is started again.`));
      return true;
    },
  };
}

/** For a command that needs its parts until it ends. */
export const endsOfCommand: PartEnds = {
  onFault: ({ message }) => console.error(message),
  onLost: ({ message }) => {
    console.error(message);
    process.exit(1);
  },
};
