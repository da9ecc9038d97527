import { replaceFile } from "#infra/local/write-file.ts";

/** Changes within this time are written together. */
const SAVE_AFTER_MS = 50;
const RETRY_AFTER_MS = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A file that mirrors a state in memory. */
export interface KeptFile {
  /** Call this after each change; it returns at once. */
  changed(): void;
  /** Writes what is still unwritten. Resolves when the write is done or has failed. */
  flush(): Promise<void>;
}

/**
 * Keeps a file equal to the newest text, one write at a time. A write that fails is reported once
 * and repeated until one succeeds.
 * @param write replaces the file
 */
export function keepFile(
  file: string,
  textOf: () => string,
  onFault: (error: Error) => void,
  write: (file: string, text: string) => Promise<void> = replaceFile,
): KeptFile {
  let isChanged = false;
  let isFailing = false;
  let isFollowing = false;

  const save = async (): Promise<void> => {
    isChanged = false;
    try {
      await write(file, textOf());
      isFailing = false;
    } catch (error) {
      isChanged = true;
      if (!isFailing) onFault(new Error(`${file} cannot be written: ${(error as Error).message}`));
      isFailing = true;
    }
  };
  const follow = async (): Promise<void> => {
    while (isChanged) {
      await wait(isFailing ? RETRY_AFTER_MS : SAVE_AFTER_MS);
      if (isChanged) await save();
    }
    isFollowing = false;
  };
  return {
    changed: () => {
      isChanged = true;
      if (isFollowing) return;
      isFollowing = true;
      follow().catch(onFault);
    },
    flush: async () => {
      if (isChanged) await save();
    },
  };
}
