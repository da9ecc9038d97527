import * as z from "zod/mini";
import { created, entriesOf } from "#shared/routes/contract/route.ts";
import { connection } from "./connection-schemas.ts";

const entry = /* @__PURE__ */ entriesOf({ area: "connections", access: "user" });

const text = (description: string) =>
  z.optional(z.unknown()).check(z.meta({ type: "string", description }));

/**
 * The fields as the document shows them. The function validates them all together against this
 * deployment's own host and suffix, so that every fault is reported at once.
 */
const wifConnectBody = () =>
  z
    .looseObject({
      wif_audience: text(
        "//{iam host}/projects/<digits>/locations/global/workloadIdentityPools/<pool>/providers/<provider>",
      ),
      service_account_email: text("The read-only service account to impersonate"),
      project_ids: z.optional(z.unknown()).check(
        z.meta({
          description: "One project id per line, or an array of them",
          oneOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        }),
      ),
    })
    .check(
      z.meta({
        required: ["wif_audience", "service_account_email", "project_ids"],
        additionalProperties: false,
      }),
    );

export const connectCloudcWif = /* @__PURE__ */ entry("connectCloudcWif", {
  on: "POST /connections/cloudc/wif/connect",
  summary: "Connect cloud-c by workload identity federation; no secret is created",
  body: wifConnectBody,
  responses: /* @__PURE__ */ created("The connection, active", connection),
  errors: ["connection_exists"],
  needs: { table: "write", settings: ["CLOUDC_IAM_HOST", "CLOUDC_SA_EMAIL_SUFFIX"] },
});
