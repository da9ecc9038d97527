import { eachBounded } from "#shared/domain/limiter/each-bounded.ts";
import { allFrameworks } from "#shared/store/frameworks.ts";
import { noteLongLists } from "#shared/store/long-lists.ts";

const AT_ONCE = 4;

/**
 * Notes the final statuses that more reviews have reached than the queue counts, in total and for each
 * rule book, so that no visit to the queue counts them again.
 */
export async function noteEachLongList(): Promise<void> {
  const books = (await allFrameworks()).map(({ id }) => id);
  await eachBounded([undefined, ...books], AT_ONCE, noteLongLists);
}
