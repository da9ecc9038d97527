import { openapiDocument } from "#shared/routes/contract/openapi.ts";

/** Prints the route table's OpenAPI 3.1 document, as served by `GET /openapi.json`. */
console.log(JSON.stringify(openapiDocument(), null, 2));
