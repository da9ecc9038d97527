import { statfsSync } from "node:fs";

const MEGABYTE = 1024 * 1024;

/** What a text of the system says where there is no room, or no right to write. */
const noRoom = /ENOSPC|EDQUOT|no space left|disk quota|disk is full/i;
const noRight = /EACCES|EPERM|EROFS|permission denied|not permitted|read-only file system/i;

/**
 * What to do about a file or folder that cannot be written, as the end of a sentence; null where the
 * reason is another one.
 * @param reason an error's code or message
 */
export function remedyOf(reason: string): string | null {
  if (noRoom.test(reason)) return "there is no space left: free some";
  return noRight.test(reason) ? "this user may not write there: give it the right" : null;
}

/**
 * Makes sure that a folder has room before a run begins in it and fails halfway.
 * @throws Error with one sentence that ends in what else can be done
 */
export function needRoom(folder: string, megabytes: number, otherwise: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const left = Math.floor((bavail * bsize) / MEGABYTE);
  if (left >= megabytes) return;
  throw new Error(
    `${folder} has ${left} MB of space left and needs ${megabytes}: free some${otherwise}.`,
  );
}
