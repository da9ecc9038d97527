import type { Failure } from "../shell/client.ts";

/** What this page itself finds wrong with a field, in the form of the API's own refusals. */
export const refused = (path: string, message: string): Failure => ({
  kind: "problem",
  status: 400,
  code: "",
  detail: message,
  requestId: "",
  errors: [{ path, message }],
  document: {},
});
