import { openapiDocument } from "#shared/routes/contract/openapi.ts";

/** Prints the OpenAPI 3.1 document of the route table, the one that `GET /openapi.json` answers. */
console.log(JSON.stringify(openapiDocument(), null, 2));
