import { type Found, plainWork } from "#shared/domain/console/work.ts";
import { twoPeople } from "#shared/platform/settings.ts";
import { counselPage } from "#shared/store/counsel.ts";
import { countOpenRequests } from "#shared/store/review-lists.ts";
import { awaitsSecondPerson } from "#shared/use-cases/counsel/two-people.ts";
import type { LoadingBooks } from "./load-books.ts";

/** How many active and how many retired counsel are checked, the oldest first. */
const MAX_COUNSEL = 1000;
const PAGE = 200;

/** For how many unconfirmed counsel the waiting requests are counted. */
const MAX_COUNTED = 50;

/**
 * Counsel whom a second person has to confirm. They are urgent while requests wait for them, because
 * neither the mails nor the links of these requests work. Counsel who have retired are named only then.
 * If no second person is needed, nothing is read.
 */
export async function counselWork(loading: LoadingBooks, now: string): Promise<Found[]> {
  if (!twoPeople()) return [];
  const [active, retired] = await Promise.all([
    unconfirmedCounsel(true),
    unconfirmedCounsel(false),
  ]);
  const waiting = [...active.waiting, ...retired.waiting];
  const isCut = retired.waiting.length > 0 && waiting.length > MAX_COUNTED;
  const isMore = active.isMore || retired.isMore || isCut;
  const counted = waiting.map(async (counsel, at) => {
    const open = at < MAX_COUNTED ? await countOpenRequests(counsel.id, now) : 0;
    return { counsel, open };
  });
  const urgentFirst = (await Promise.all(counted))
    .filter(({ counsel, open }) => counsel.active || open > 0)
    .sort((a, b) => b.open - a.open);
  const nameOf = new Map((await loading).map(({ framework, name }) => [framework.id, name]));
  const work = urgentFirst.map(({ counsel, open }) => ({
    ...plainWork,
    ...(open > 0 ? { severity: "high" as const } : {}),
    at: counsel.audit_head.at,
    count: open,
    object: { type: "counsel" as const, id: counsel.id, name: counsel.display_name },
    framework: nameOf.get(counsel.framework_id) ?? counsel.framework_id,
    framework_id: counsel.framework_id,
    counsel: counsel.display_name,
    counsel_id: counsel.id,
  }));
  return [{ kind: "counsel_unconfirmed", work, isMore }];
}

async function unconfirmedCounsel(active: boolean) {
  const waiting = [];
  let cursor: string | undefined;
  for (let seen = 0; seen < MAX_COUNSEL; seen += PAGE) {
    const page = await counselPage({ active }, { limit: PAGE, cursor });
    waiting.push(...page.items.filter(awaitsSecondPerson));
    if (page.next_cursor === null) return { waiting, isMore: false };
    cursor = page.next_cursor;
  }
  return { waiting, isMore: true };
}
