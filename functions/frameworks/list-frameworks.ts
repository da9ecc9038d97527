import { bind } from "#shared/edge/bind.ts";
import { frameworkRoutes } from "#shared/routes/table/frameworks.ts";
import { FRAMEWORKS, frameworkOf } from "#shared/store/frameworks.ts";
import { readPage } from "#shared/store/page.ts";

export const handler = bind(frameworkRoutes.listFrameworks)(async ({ query }) => {
  const { items, nextCursor } = await readPage(
    { scope: FRAMEWORKS, partitions: [FRAMEWORKS] },
    query,
  );
  return { status: 200, body: { items: items.map(frameworkOf), next_cursor: nextCursor } };
});
