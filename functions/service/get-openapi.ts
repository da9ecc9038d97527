import { bind } from "#shared/edge/bind.ts";
import * as serviceRoutes from "#shared/routes/table/service.ts";
import { openapiText } from "./page/openapi-text.ts";

/** The document is generated when the functions are built, so it changes only with the code. */
export const handler = bind(serviceRoutes.getOpenapi)(async () => ({
  status: 200,
  text: openapiText(),
  headers: { "content-type": "application/json" },
}));
