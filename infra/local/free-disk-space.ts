import { statfsSync } from "node:fs";

const MEGABYTE = 1024 * 1024;

/** How system error messages report missing space, or a missing right to write. */
const noDiskSpace = /ENOSPC|EDQUOT|no space left|disk quota|disk is full/i;
const noRight = /EACCES|EPERM|EROFS|permission denied|not permitted|read-only file system/i;

/** What to do about a file that cannot be written; null: another cause. @param reason or code */
export function remedyOf(reason: string): string | null {
  if (noDiskSpace.test(reason)) return "there is no space left: free some";
  return noRight.test(reason) ? "this user may not write there: give it the right" : null;
}

/**
 * Checks that a folder has enough free space, so that a run does not fail halfway.
 * @throws Error with one sentence, which ends with `otherwise` (an alternative to freeing space)
 */
export function needFreeDiskSpace(folder: string, megabytes: number, otherwise: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const left = Math.floor((bavail * bsize) / MEGABYTE);
  if (left >= megabytes) return;
  throw new Error(
    `${folder} has ${left} MB of space left and needs ${megabytes}: free some${otherwise}.`,
  );
}
