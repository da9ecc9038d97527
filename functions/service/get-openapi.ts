import document from "virtual:openapi";
import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";

/** The document is generated when the functions are built: it changes only with the code. */
export const handler = bind(serviceRoutes.getOpenapi)(async () => ({
  status: 200,
  text: document,
  headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
}));
