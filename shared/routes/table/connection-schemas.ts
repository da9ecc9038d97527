import * as z from "zod/mini";
import { connectionStatuses, providers, subtypes } from "#shared/domain/connections/connection.ts";
import { runKinds } from "#shared/domain/discovery/run.ts";
import { timestamp, uuid } from "#shared/routes/contract/fields.ts";

export const connection = () =>
  z.object({
    id: z.string(),
    tenant_id: z.string(),
    provider: z.enum(providers),
    subtype: z.nullable(z.enum(subtypes)),
    display_name: z.string(),
    status: z.enum(connectionStatuses),
    remote_tenant_id: z.nullable(z.string()),
    installation_id: z.nullable(z.string()),
    secret_ref: z.string(),
    wif_audience: z.nullable(z.string()),
    wif_service_account_email: z.nullable(z.string()),
    scopes_granted: z.readonly(z.array(z.string())),
    eventbus_bus_id: z.nullable(z.string()),
    eventbus_rule_id: z.nullable(z.string()),
    eventbus_provisioned_at: z.nullable(timestamp()),
    role_arn: z.nullable(z.string()),
    external_id: z.nullable(z.string()),
    webhook_url: z.nullable(z.string()),
    last_run: z.nullable(
      z.object({
        id: z.string(),
        kind: z.enum(runKinds),
        trigger: z.string(),
        status: z.string(),
        created_at: timestamp(),
        finished_at: z.nullable(timestamp()),
      }),
    ),
    created_at: timestamp(),
  });

export const connectionParams = () => z.object({ id: uuid() });
