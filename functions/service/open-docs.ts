import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { docsFile } from "./page/docs-file.ts";
import { docsPage } from "./page/docs-page.ts";

/** The reference of this API: its page, and below it its files by names that hold their hash. */
export const handler = bind(serviceRoutes.openDocs)(async ({ params, headers }) =>
  params.proxy === undefined ? docsPage() : docsFile(params.proxy, headers["accept-encoding"]),
);
