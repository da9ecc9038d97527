import type { CredentialName } from "./credentials.ts";

interface WebhookSecret {
  /** Used while no secret is attached. */
  fallback: CredentialName;
  /** Beginning of the audit actions `….provisioned`, `….rotated` and `….recovered`. */
  audited: string;
  /** The title of its row in the setup checklist. */
  title: string;
  inUse: string;
  /** How long a replaced secret stays accepted, unless a rotation asks for more. */
  overlapSeconds: number;
}

/** The secrets that sign webhooks, by their entries in the secret store. */
export const webhookSecrets = {
  "sourcehost-webhook-secret": {
    fallback: "SOURCEHOST_WEBHOOK_SECRET",
    audited: "platform.sourcehost_webhook_secret",
    title: "Source-host webhook secret",
    inUse:
      "Deliveries are verified with it; after a rotation copy the new value from the secret store to the source-host app.",
    overlapSeconds: 0,
  },
  "cloudb-eventbus-webhook-secret": {
    fallback: "CLOUDB_EVENTBUS_WEBHOOK_SECRET",
    audited: "platform.cloudb_eventbus_webhook_secret",
    title: "Event-bus webhook secret",
    inUse:
      "Forwarded events are signed and verified with it; after a rotation the previous one is accepted for 90 s.",
    // Events in flight were signed with the previous secret, and none may be lost (contract).
    overlapSeconds: 90,
  },
} as const satisfies Record<string, WebhookSecret>;

export type WebhookSecretName = keyof typeof webhookSecrets;
export const webhookSecretNames = Object.keys(webhookSecrets) as readonly WebhookSecretName[];

type Underscored<S extends string> = S extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : S;

/** The id of a secret's row in the setup checklist. */
export type WebhookRowId = Underscored<WebhookSecretName>;
export const webhookRowId = (name: WebhookSecretName): WebhookRowId =>
  name.replaceAll("-", "_") as WebhookRowId;
