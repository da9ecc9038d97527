import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { noteLongLists } from "#shared/store/long-lists.ts";

const AT_ONCE = 4;

/**
 * Notes which statuses more reviews have ended in than the queue counts, of all and of each rule book,
 * so that no visit to the queue counts them again.
 */
export async function noteEachLongList(): Promise<void> {
  const books = (await allFrameworks()).map(({ id }) => id);
  await eachBounded([undefined, ...books], AT_ONCE, noteLongLists);
}
