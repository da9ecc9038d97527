import { bind } from "#shared/edge/bind.ts";
import { counselRoutes } from "#shared/routes/table/counsel.ts";
import { counselOf, counselPartitions } from "#shared/store/counsel.ts";
import { type Listing, readPage } from "#shared/store/page.ts";

interface Filters {
  framework_id?: string | undefined;
  email?: string | undefined;
  active?: boolean | undefined;
}

export const handler = bind(counselRoutes.listCounsel)(async ({ query }) => {
  const { items, nextCursor } = await readPage(listingFor(query), query);
  const counsel = items.map(counselOf);
  const fits = counsel.filter(
    ({ framework_id }) => query.framework_id === undefined || framework_id === query.framework_id,
  );
  return { status: 200, body: { items: fits, next_cursor: nextCursor } };
});

function listingFor({ framework_id, email, active }: Filters): Listing {
  const states = active === undefined ? [true, false] : [active];
  const scope = JSON.stringify(["counsel", framework_id, email, active]);
  if (email !== undefined) {
    const partitions = states.map((state) => counselPartitions.email(email, state));
    return { scope, index: "gsi3", partitions };
  }
  if (framework_id !== undefined) {
    const partitions = states.map((state) => counselPartitions.framework(framework_id, state));
    return { scope, index: "gsi2", partitions };
  }
  return { scope, index: "gsi1", partitions: states.map(counselPartitions.all) };
}
