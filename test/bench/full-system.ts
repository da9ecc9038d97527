import { randomUUID } from "node:crypto";
import { expectStatus } from "#test/support/review-fixture.ts";
import { scanTable } from "#test/support/table.ts";
import type { CountedSystem } from "./counted-system.ts";
import { type Book, reviewsOfBooks } from "./seed-books.ts";
import { lineOf } from "./seedable-database.ts";

type Stored = Awaited<ReturnType<typeof scanTable>>[number];

/** As long before the sample half year as the oldest of the reviews that are added. */
const OLDER_MS = 600 * 86_400_000;

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
 * The same system with many reviews more, spread over the sample's books and their counsel, , and artifacts of each tenant.
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
    yield* reviewsOfBooks(books, count.reviews, now);
    for (const item of artifactsLike(items, count.artifacts)) yield lineOf(item);
  };
  return system.database.addBeside(lines());
}

const firstHash = (items: readonly Stored[], { framework_id, rule }: Stored): string =>
  items.find(
    ({ pk, version }) =>
      pk === `RULE#${framework_id}#${rule.use_case_id}` && version?.version === 1,
  )?.version.content_hash;

function artifactsLike(items: readonly Stored[], count: number): Stored[] {
  const all = items.filter(({ pk, retired_at }) => pk.startsWith("ARTIFACTS#") && !retired_at);
  const byTenant = Map.groupBy(all, ({ tenant_id }) => tenant_id);
  return [...byTenant.values()].flatMap((own) => copiesOf(own, count));
}

/** Copies of a tenant's artifacts by turns, and how many of each kind they count as. */
function copiesOf(own: readonly Stored[], count: number): Stored[] {
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
