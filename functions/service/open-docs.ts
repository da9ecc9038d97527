import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { docsFile } from "./page/docs-file.ts";
import { docsPage } from "./page/docs-page.ts";

/** The API reference: its page and, below it, its files under content-hashed names. */
export const handler = bind(serviceRoutes.openDocs)(async ({ params: { proxy = "" }, headers }) =>
  proxy === "" ? docsPage() : docsFile(proxy, headers["accept-encoding"]),
);
