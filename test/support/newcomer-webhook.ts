import type { Trial } from "./newcomer-trial.ts";

const SETUP = "shared/routes/table/setup-secrets.ts";

/** A source of signed webhooks without a connection: tickets. */
export const webhook: Trial = {
  first: [
    ["shared/domain/connections/delivery.ts", '"cloudb_eventbus"] as const', '"ticketing", '],
    [
      "shared/domain/setup/webhook-secrets.ts",
      "} as const satisfies Record<string, WebhookSecret>;",
      `  "ticketing-webhook-secret": {
    fallback: "TICKETING_WEBHOOK_SECRET",
    audited: "platform.ticketing_webhook_secret",
    title: "Ticketing webhook secret",
    inUse: "Deliveries are verified with it.",
  },
`,
    ],
  ],
  further: [
    [
      "shared/domain/setup/credentials.ts",
      "  WEBHOOK_HMAC_SECRET:",
      '  TICKETING_WEBHOOK_SECRET: "settings/TICKETING_WEBHOOK_SECRET",\n',
    ],
    [
      "shared/routes/contract/settings.ts",
      "  HOSTED_LLM_BASE_URL:",
      '  TICKETING_WEBHOOK_SECRET: say("used while none is provisioned", null, "64 characters"),\n',
    ],
    ["shared/store/webhook-counters.ts", "} as const satisfies Rec", '  ticketing: "ticketing",\n'],
    [
      "shared/domain/audit/setup.ts",
      '  "platform.sourcehost_app.key_set"',
      `  "platform.ticketing_webhook_secret.provisioned": secret("create", secretChange),
  "platform.ticketing_webhook_secret.rotated": secret("update", secretChange),
  "platform.ticketing_webhook_secret.recovered": secret("create", secretChange),
`,
    ],
    [
      "shared/domain/audit/deliveries.ts",
      '  "cloudb_eventbus.received"',
      `  "ticketing.received": about("ticketing_delivery")("create", () => ({
    ...deliveryContext(),
    secret: acceptedSecret(),
  })),
  "ticketing.rejected": about("ticketing_delivery")("other", () => ({
    ...deliveryContext(),
    delivery_id: z.nullable(z.string()),
    reason: z.string(),
    payload_digest: z.string(),
  })),
`,
    ],
    [
      "shared/domain/audit/chains.ts",
      "  tenant: {",
      "  ticketing_delivery: { allLogged: false, isChained: false },\n",
    ],
    ["shared/store/audit.ts", '  tenant: "people",', '  ticketing_delivery: "traffic",\n'],
    [
      "shared/domain/setup/checklist-secrets.ts",
      "  cloudb_eventbus_webhook_secret: webhookRow",
      '  ticketing_webhook_secret: webhookRow("ticketing-webhook-secret"),\n',
    ],
    [
      "shared/domain/setup/checklist.ts",
      "  clearance_statement_key: 15,",
      "  ticketing_webhook_secret: 17,\n",
    ],
    [
      "shared/domain/errors.ts",
      "    cloudb_eventbus_not_configured:",
      '    ticketing_not_configured: "Ticketing has no webhook secret",\n',
    ],
    [
      SETUP,
      "export const provisionCounselReviewHmacSecret",
      ["provision", "rotate"]
        .map(
          (word) => `export const ${word}TicketingWebhookSecret = /* @__PURE__ */ entry(
  "${word}TicketingWebhookSecret",
  {
    on: "POST /admin/setup/ticketing-webhook-secret/${word}-secret",
    summary: "The secret of ticketing: ${word}",
    responses: /* @__PURE__ */ ok(attached, ${word}Answer),
    errors: ${word}Errors,
    needs: { table: "write", writeSecrets: ["ticketing-webhook-secret"] },
  },
);

`,
        )
        .join(""),
    ],
    [
      "shared/routes/table/sourcehost.ts",
      "export const receiveSourcehostWebhook",
      `export const receiveTicketingWebhook = /* @__PURE__ */ entry("receiveTicketingWebhook", {
  on: "POST /webhooks/ticketing/{tenant_id}",
  summary: "Receive a ticket",
  params: () => z.object({ tenant_id: z.string() }),
  body: () => z.looseObject({}),
  responses: {
    202: {
      description: "Accepted",
      schema: () => z.object({ status: z.string(), delivery_id: z.string() }),
    },
  },
  errors: ["signature_mismatch", "not_found", "ticketing_not_configured"],
  needs: {
    table: "write",
    readSecrets: ["ticketing-webhook-secret"],
    credentials: ["TICKETING_WEBHOOK_SECRET"],
  },
});

`,
    ],
  ],
  files: {
    "shared/use-cases/ticketing/channel.ts": `import {
  matchingSecret,
  signatureFaultOf,
} from "#shared/domain/sourcehost/signature.ts";
import type { SignedChannel } from "#shared/use-cases/connections/signed-channel.ts";

const named = (id: string | undefined) => ({ delivery_id: id ?? "", event: "ticket", scope: "ticket" });

export const ticketing: SignedChannel<null, never, null, never, null> = {
  name: "ticketing",
  secret: "ticketing-webhook-secret",
  notConfigured: { code: "ticketing_not_configured", text: "Provision its secret first." },
  mismatch: "x-ticket-signature does not match the body.",
  rejected: "ticketing.rejected",
  duplicateWindow: 600,
  countsWithoutHolder: true,
  recordsUnreadable: false,
  mayLookAgain: () => false,
  verify: (secrets, headers, body) => {
    const signature = headers["x-ticket-signature"];
    const secret = matchingSecret(signature, body, secrets);
    if (secret !== null) return { valid: true, secret };
    return { valid: false, fault: signatureFaultOf(signature), isUnknownSecret: false };
  },
  claimed: (headers) => named(headers["x-ticket-id"]),
  read: (headers) => ({ ...named(headers["x-ticket-id"]), message: null }),
  prefetch: async () => null,
  find: async () => null,
  decide: ({ delivery_id, event, scope, secret }) => ({
    do: "accept",
    job_id: null,
    run: null,
    audited: { action: "ticketing.received", context: { delivery_id, event, scope, secret } },
  }),
};
`,
    "functions/sourcehost/receive-ticketing-webhook.ts": `import { bind } from "#shared/edge/bind.ts";
import * as sourcehostRoutes from "#shared/routes/table/sourcehost.ts";
import { receiveSigned } from "#shared/use-cases/connections/receive-signed.ts";
import { ticketing } from "#shared/use-cases/ticketing/channel.ts";

export const handler = bind(sourcehostRoutes.receiveTicketingWebhook)(
  async ({ params, headers, rawBody, now }) => {
    const received = { tenant: params.tenant_id, headers, rawBody, now };
    const { status, delivery_id } = await receiveSigned(ticketing, received);
    return { status: 202, body: { status, delivery_id } };
  },
);
`,
    ...Object.fromEntries(
      ["provision", "rotate"].map((word) => {
        const door = `${word === "rotate" ? "rotate" : "provision"}TicketingWebhookSecret`;
        const more = word === "rotate" ? ", 0" : "";
        return [
          `functions/setup/${word}-ticketing-webhook-secret.ts`,
          `import { bind } from "#shared/edge/bind.ts";
import * as setupSecretRoutes from "#shared/routes/table/setup-secrets.ts";
import { ${word}ChannelSecret } from "#shared/use-cases/setup/change-channel-secret.ts";

export const handler = bind(setupSecretRoutes.${door})(async ({ principal, now }) => {
  const caller = { actorUserId: principal.userId, now };
  return { status: 200, body: await ${word}ChannelSecret("ticketing-webhook-secret", caller${more}) };
});
`,
        ];
      }),
    ),
  },
};
