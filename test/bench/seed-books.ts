import { randomUUID } from "node:crypto";
import type { Signer } from "#shared/domain/counsel/counsel.ts";
import { articlesOf } from "#shared/domain/frameworks/provision.ts";
import { isDecided } from "#shared/domain/reviews/review.ts";
import type { ReviewStatus } from "#shared/domain/reviews/statuses.ts";
import { decisionActions } from "#shared/store/decisions.ts";
import type { Item } from "#shared/store/read.ts";
import { linkItem, reviewItem } from "#shared/store/reviews.ts";
import type { Action } from "#shared/store/transact.ts";
import { expectStatus } from "#test/support/review-fixture.ts";
import { scanTable } from "#test/support/table.ts";
import type { CountedSystem } from "./counted-system.ts";
import { DAY_MS, seededRecord } from "./seed-reviews.ts";
import { lineOf } from "./seedable-database.ts";

/** A rule book as the API tells it, and a counsel of it. */
interface Book {
  id: string;
  rules: readonly (Parameters<typeof articlesOf>[0][number] & {
    use_case_id: string;
    content_hash: string;
  })[];
  counsel: Signer & { id: string };
}

type Stored = Awaited<ReturnType<typeof scanTable>>[number];

/** As long before the sample half year as the oldest of the reviews that are added. */
const OLDER_MS = 600 * DAY_MS;
/** The sample half year is the newest part of each book's history: what was decided is older. */
const DECIDED_BEFORE_DAYS = 190;
const DECIDED_FOR_DAYS = 365;
const EXPIRY_DAYS = 15;
/** Of so many reviews one is still open. */
const OPEN = 25;
/** How the others ended, by turns. */
const ends: readonly ReviewStatus[] = [
  ...Array.from({ length: 15 }, () => "approved" as const),
  "approved_with_changes",
  "changes_requested",
  "rejected",
  "expired",
  "cancelled",
];

/**
 * Makes the sample half year's rule books older than it, in their first wording, as books are that have
 * had many reviews.
 */
export async function makeBooksOld(system: CountedSystem): Promise<void> {
  const older = (iso: string) => new Date(Date.parse(iso) - OLDER_MS).toISOString();
  const items = await scanTable(system);
  await system.database.add(
    items.flatMap((item): Stored[] => {
      const { pk, live, version } = item;
      if (pk.startsWith("RULES#") && live.version === 1) {
        return [{ ...item, live: { ...live, updated_at: older(live.updated_at) } }];
      }
      const isFirst = pk.startsWith("RULE#") && version?.version === 1;
      return isFirst
        ? [{ ...item, version: { ...version, created_at: older(version.created_at) } }]
        : [];
    }),
  );
}

/**
 * The same system with many reviews more, spread over the sample's books and their counsel, and
 * artifacts of each tenant.
 * @returns turns to the system with or without them
 */
export async function addMany(
  system: CountedSystem,
  count: { reviews: number; artifacts: number },
): Promise<(isFull: boolean) => void> {
  const items = await scanTable(system);
  const { body } = await expectStatus(system.admin("GET", "/admin/counsel?limit=200"), 200);
  const books = body.items.map((counsel: Book["counsel"] & { framework_id: string }): Book => {
    const { id, framework_id, email, display_name, firm } = counsel;
    return {
      id: framework_id,
      rules: items
        .filter(({ pk }) => pk === `RULES#${framework_id}`)
        .map(({ live }) => ({ ...live.rule, content_hash: firstHash(items, live) })),
      counsel: { id, email, display_name, firm } as Book["counsel"],
    };
  });
  const now = Date.parse(await system.advance(0));
  const lines = function* () {
    for (let place = 0; place < count.reviews; place += 1) {
      const book = books[place % books.length] as Book;
      for (const item of reviewOf(book, place, place / count.reviews, now)) yield lineOf(item);
    }
    for (const item of artifactsLike(items, count.artifacts)) yield lineOf(item);
  };
  return system.database.addBeside(lines());
}

const firstHash = (items: readonly Stored[], { framework_id, rule }: Stored): string =>
  items.find(
    ({ pk, version }) =>
      pk === `RULE#${framework_id}#${rule.use_case_id}` && version?.version === 1,
  )?.version.content_hash;

/**
 * What the store keeps of a review of one to three rules: of a year of decisions that ended before the
 * sample half year began, so that the sample's are the newest answers, or open since the last two weeks.
 * Left out are audit rows and what is kept for each rule: it has the sample's answers.
 * @param share of the time that has passed
 */
function reviewOf(book: Book, place: number, share: number, now: number): Item[] {
  const isOpen = place % OPEN === 0;
  const daysAgo = isOpen
    ? (EXPIRY_DAYS - 1) * (1 - share)
    : DECIDED_BEFORE_DAYS + DECIDED_FOR_DAYS * (1 - share);
  const rules = Array.from(
    { length: 1 + (place % 3) },
    (_, i) => book.rules[(place + i) % book.rules.length],
  ).flatMap((rule) => rule ?? []);
  const createdAt = Math.trunc(now - 60_000 - daysAgo * DAY_MS);
  const { id: counsel_id, email } = book.counsel;
  const record = seededRecord({
    status: isOpen ? "pending" : (ends[place % ends.length] as ReviewStatus),
    createdAt,
    decidedAt: createdAt + 5 * DAY_MS,
    expiresAt: createdAt + EXPIRY_DAYS * DAY_MS,
    rules,
    articles: articlesOf(rules),
    counselEmail: email,
    more: {
      framework_id: book.id,
      counsel_id,
      ...(rules.length === 2 ? {} : { viewed_at: new Date(createdAt).toISOString() }),
    },
  });
  const decided = isDecided(record) ? decisionActions(record, book.counsel) : null;
  const listed = [decided?.decision ?? [], decided?.approvals ?? []].flat() as Action[];
  const put = listed.map(({ Put }) => Put?.Item as Item);
  return [reviewItem(record), linkItem(record, book.counsel), ...put];
}

function artifactsLike(items: readonly Stored[], count: number): Stored[] {
  const all = items.filter(({ pk, retired_at }) => pk.startsWith("ARTIFACTS#") && !retired_at);
  const byTenant = Map.groupBy(all, ({ tenant_id }) => tenant_id);
  return [...byTenant.values()].flatMap((own) => copiesOf(own, count));
}

/** Copies of a tenant's artifacts by turns, and how many of each kind they count as. */
export function copiesOf(own: readonly Stored[], count: number): Stored[] {
  const copies = Array.from({ length: count }, (_, i) => {
    const item = own[i % own.length] as Stored;
    return JSON.parse(JSON.stringify(item).replaceAll(item.id, randomUUID())) as Stored;
  });
  const counts = [...Map.groupBy(copies, ({ connection_id }) => connection_id)].map(
    ([connection, group]) => ({
      pk: `SYSTEMS#TENANT#${own[0]?.tenant_id}`,
      sk: `${connection}#${randomUUID()}`,
      ...Object.fromEntries(
        [...Map.groupBy(group, ({ counted }) => counted)]
          .filter(([counted]) => counted)
          .map(([counted, some]) => [counted, some.length]),
      ),
    }),
  );
  return [...copies, ...counts];
}
