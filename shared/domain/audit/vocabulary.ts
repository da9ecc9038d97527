import * as z from "zod/mini";
import { bounceKinds } from "#shared/domain/courier/bounce-kinds.ts";
import { extractorModes } from "#shared/domain/extractors/budget.ts";
import { classes, gates } from "#shared/domain/inventory/verdict.ts";
import { trailShape } from "#shared/domain/reviews/fields.ts";
import { onRejects, panelResults } from "#shared/domain/reviews/panel-statuses.ts";
import { cancelReasons, reviewStatuses } from "#shared/domain/reviews/statuses.ts";

/** Only in rows of the canary's own review, framework and counsel. */
const ofCanary = () => ({ canary: z.optional(z.literal(true)) });

/** Everything about a counsel that matters in the audit trail (contract, "Audit rows"). */
const counselContext = () =>
  z.strictObject({
    counsel_id: z.string(),
    framework_id: z.string(),
    email: z.string(),
    display_name: z.string(),
    active: z.boolean(),
    firm: z.nullable(z.string()),
    jurisdiction: z.nullable(z.string()),
    bar_registration: z.nullable(z.string()),
    /** Only if it was set. */
    language: z.optional(z.string()),
    /** Names of the fields this edit changed. */
    changed: z.optional(z.array(z.string())),
    /** The counsel who named them; only for one to whom a request was passed on. */
    vouched_by: z.optional(z.string()),
    ...ofCanary(),
  });

const counselRow = <T extends z.core.$ZodLooseShape>(more: () => T) =>
  ({ resourceType: "counsel", context: () => z.extend(counselContext(), more()) }) as const;

/** A counsel's passkey: enough to verify offline what it signed. */
const counselKeyContext = () => ({
  credential_id: z.string(),
  /** DER, base64url. */
  public_key_spki: z.string(),
  algorithm: z.enum(["ES256", "EdDSA", "RS256"]),
  rp_id: z.string(),
  enrolled_at: z.string(),
});

const reviewContext = () => ({
  counsel_id: z.string(),
  framework_id: z.string(),
  ...ofCanary(),
});

/** Made with counsel's own key; only if one was required. */
const assertionContext = () =>
  z.optional(
    z.strictObject({
      credential_id: z.string(),
      authenticator_data: z.string(),
      client_data_json: z.string(),
      signature: z.string(),
    }),
  );

const named = () => ({ counsel_id: z.string(), display_name: z.string(), email: z.string() });

const decisionContext = () =>
  z.strictObject({
    ...reviewContext(),
    ...trailShape("decided"),
    presented_language: z.optional(z.string()),
    /** Hex SHA-256 of the supplementary document; null if there was none. */
    document: z.nullable(z.string()),
    /** Counsel's details at the time of the decision, so that chain and seal cover them. */
    counsel: z.strictObject({
      display_name: z.string(),
      firm: z.nullable(z.string()),
      jurisdiction: z.nullable(z.string()),
      bar_registration: z.nullable(z.string()),
    }),
    /** The policy that held when counsel decided. */
    signing_policy: z.enum(["link", "key_required"]),
    /** Hash of the newest row about this counsel at the decision. */
    counsel_head: z.string(),
    assertion: assertionContext(),
  });

/** A panel, as its rows repeat it (reviews-that-run, "Panels"). */
const panelRow = <T extends z.core.$ZodLooseShape>(more: () => T) =>
  ({
    resourceType: "review_panel",
    context: () => z.strictObject({ framework_id: z.string(), ...more() }),
  }) as const;

const panelMembers = () =>
  z.array(z.strictObject({ counsel_id: z.string(), review_id: z.string() }));

/** What a visitor of a room did, who may have read one review. */
const roomUse = {
  resourceType: "room",
  context: () => z.strictObject({ review_id: z.optional(z.string()) }),
} as const;

const roomQuestion = {
  resourceType: "room",
  context: () =>
    z.strictObject({
      question_id: z.string(),
      /** Lower-case hex SHA-256 over the UTF-8 bytes of what was asked, or answered. */
      text_hash: z.string(),
      rule: z.optional(z.strictObject({ framework_id: z.string(), use_case_id: z.string() })),
      review_id: z.optional(z.string()),
    }),
} as const;

/** What the members' decisions came to, each with the hash of its row. */
const panelResult = panelRow(() => ({
  need: z.int(),
  on_reject: z.enum(onRejects),
  decided_at: z.string(),
  members: z.array(
    z.strictObject({
      counsel_id: z.string(),
      review_id: z.string(),
      status: z.enum(reviewStatuses),
      decided_at: z.nullable(z.string()),
      row_hash: z.nullable(z.string()),
    }),
  ),
  rules: z.array(z.strictObject({ use_case_id: z.string(), outcome: z.enum(panelResults) })),
}));

const connectionContext = () => ({
  connection_id: z.string(),
  provider: z.string(),
  subtype: z.nullable(z.string()),
  display_name: z.string(),
});

const connectionStatusContext = () => ({ connection_id: z.string(), status: z.string() });

const connection = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "connection", context }) as const;
const runContext = () =>
  z.strictObject({
    connection_id: z.string(),
    run_id: z.string(),
    status: z.string(),
  });
const extractorChain = () =>
  z.array(
    z.strictObject({
      provider: z.string(),
      endpoint: z.nullable(z.string()),
      model: z.nullable(z.string()),
      has_credential: z.boolean(),
    }),
  );

const budget = () => z.nullable(z.strictObject({ monthly_usd: z.number(), warn_at: z.number() }));

const extractorCall = () => ({
  provider: z.string(),
  model: z.nullable(z.string()),
  latency_ms: z.int(),
});

const tenant = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "tenant", context }) as const;

const run = { resourceType: "discovery_run", context: runContext, shards: 16 } as const;

/** Rows about an artifact; a first run classifies thousands. */
const artifact = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "artifact", context, shards: 16 }) as const;

const artifactClass = () => z.enum(classes);

const deliveryContext = () => ({ delivery_id: z.string(), event: z.string(), scope: z.string() });

/** Which of the accepted secrets signed the delivery. */
const acceptedSecret = () => z.enum(["current", "previous"]);

const sourcehostDelivery = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "sourcehost_delivery", context, shards: 16 }) as const;

const eventbusDelivery = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "cloudb_eventbus_delivery", context, shards: 16 }) as const;

const busContext = () => ({
  connection_id: z.string(),
  account: z.string(),
  bus_id: z.string(),
  rule_id: z.string(),
});

const counsel = { resourceType: "counsel", context: counselContext } as const;
const decision = { resourceType: "rule_review_request", context: decisionContext } as const;
const review = <T extends () => z.ZodMiniType>(context: T) =>
  ({ resourceType: "rule_review_request", context }) as const;

const secretChange = {
  resourceType: "platform_secret",
  context: () =>
    z.strictObject({
      secret_version_id: z.string(),
      /** Seconds for which the previous secret is still accepted; only on rotation. */
      overlap_seconds: z.optional(z.int()),
    }),
} as const;
const keyringChange = {
  resourceType: "platform_secret",
  context: () =>
    z.strictObject({
      secret_version_id: z.string(),
      key_id: z.string(),
      /** Only on rotation. */
      old_key_id: z.optional(z.string()),
    }),
} as const;

const logKeyChange = {
  resourceType: "evidence_log_key",
  context: () =>
    z.strictObject({
      /** The verifier keys, Ed25519 first, then ML-DSA-44. */
      verifier_keys: z.array(z.string()),
      /** Only on rotation: the ids of the keys that signed before. */
      old_key_ids: z.optional(z.array(z.string())),
    }),
} as const;

const pipeline = {
  resourceType: "clearance_pipeline",
  context: () =>
    z.strictObject({
      display_name: z.string(),
      issuer: z.string(),
      audience: z.string(),
      claims: z.record(z.string(), z.string()),
      framework_ids: z.array(z.string()),
    }),
} as const;

const webhookEndpoint = {
  resourceType: "webhook_endpoint",
  context: () =>
    z.strictObject({ url: z.string(), events: z.array(z.string()), enabled: z.boolean() }),
} as const;

const clearanceKeyChange = {
  resourceType: "clearance_key",
  context: () =>
    z.strictObject({
      kid: z.string(),
      /** Only on rotation. */
      old_kid: z.optional(z.string()),
    }),
} as const;

interface VocabularyEntry {
  resourceType: string;
  context: () => z.ZodMiniType;
  /**
   * Rows written by webhook traffic are sharded over this many index partitions, to avoid a hot
   * partition at 1,000 rows a second. Absent: one.
   */
  shards?: number;
}

/** The number of index partitions that an action's rows are sharded over; 1 unless declared. */
export const shardsOf = (action: string): number =>
  (auditVocabulary as Readonly<Record<string, VocabularyEntry>>)[action]?.shards ?? 1;

/**
 * The audit vocabulary: action → resource type and exact shape of the context. The strings are
 * those of the seeds and stay stable; building a row throws if its context has a field not listed
 * here.
 */
export const auditVocabulary = {
  "framework.updated": {
    resourceType: "framework",
    context: () =>
      z.strictObject({
        framework_id: z.string(),
        display_name: z.string(),
        jurisdiction: z.nullable(z.string()),
        source_url: z.nullable(z.string()),
        status: z.string(),
        superseded_by: z.nullable(z.string()),
        lang: z.nullable(z.string()),
        short_name: z.nullable(z.string()),
        ...ofCanary(),
      }),
  },
  "rules.imported": {
    resourceType: "framework",
    context: () =>
      z.strictObject({
        framework_id: z.string(),
        created: z.array(z.string()),
        updated: z.array(z.string()),
        /** The rules whose source changed, with what it is now; only if some did. */
        sources: z.optional(
          z.array(
            z.strictObject({ use_case_id: z.string(), source_status: z.nullable(z.string()) }),
          ),
        ),
        ...ofCanary(),
      }),
  },
  "framework.enforcement.recorded": {
    resourceType: "framework",
    context: () =>
      z.strictObject({
        framework_id: z.string(),
        event_id: z.string(),
        /** 1 for a new event; each change of it counts one further. */
        version: z.int(),
        on: z.string(),
        kind: z.string(),
        until: z.nullable(z.string()),
        ends: z.nullable(z.array(z.string())),
        use_case_ids: z.nullable(z.array(z.string())),
        authority: z.string(),
        citation_url: z.string(),
        note: z.string(),
        ...ofCanary(),
      }),
  },
  "tenant.updated": {
    resourceType: "tenant",
    context: () => z.strictObject({ name: z.string(), previous: z.string() }),
  },
  "tenant.created": { resourceType: "tenant", context: () => z.strictObject({ name: z.string() }) },
  "connection.created": connection(() =>
    z.strictObject({
      ...connectionContext(),
      remote_tenant_id: z.nullable(z.string()),
      installation_id: z.nullable(z.string()),
    }),
  ),
  "connection.deleted": connection(() => z.strictObject(connectionContext())),
  "connection.updated": connection(() =>
    z.strictObject({ ...connectionStatusContext(), changed: z.array(z.string()) }),
  ),
  "connection.needs_reauthorization": connection(() => z.strictObject(connectionStatusContext())),
  "connection.reauthorized": connection(() => z.strictObject(connectionStatusContext())),
  "discovery.run.requested": connection(runContext),
  "discovery.run.started": run,
  "discovery.run.completed": run,
  "artifact.classified": artifact(() =>
    z.strictObject({
      /** Lower-case hex SHA-256, like the other hashes; of what was told about the artifact. */
      input_hash: z.string(),
      instructions_hash: z.nullable(z.string()),
      gates_version: z.string(),
      provider: z.nullable(z.string()),
      /** As the provider names it in its answer. */
      model: z.nullable(z.string()),
      attempts: z.int(),
      tokens: z.strictObject({ input: z.int(), output: z.int() }),
      /** USD. */
      cost: z.number(),
      answer_hash: z.nullable(z.string()),
      class: artifactClass(),
      reasons: z.array(
        z.strictObject({
          rule: z.nullable(z.strictObject({ framework_id: z.string(), use_case_id: z.string() })),
          gate: z.enum(gates),
          facts: z.array(z.string()),
        }),
      ),
      /** Only where a person answered. */
      answers_hash: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  ),
  "artifact.confirmed": artifact(() =>
    z.strictObject({ class: artifactClass(), reason: z.string() }),
  ),
  "artifact.overridden": artifact(() =>
    z.strictObject({ from: artifactClass(), to: artifactClass(), reason: z.string() }),
  ),
  "artifact.reopened": artifact(() =>
    z.strictObject({ from: artifactClass(), to: artifactClass() }),
  ),
  "sourcehost_webhook.received": sourcehostDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      action: z.nullable(z.string()),
      connection_id: z.string(),
      /** The connection's status if this delivery changed it, else null. */
      connection_status: z.nullable(z.string()),
      job_id: z.nullable(z.string()),
    }),
  ),
  "sourcehost_webhook.ignored": sourcehostDelivery(() =>
    z.strictObject({ ...deliveryContext(), secret: acceptedSecret(), reason: z.string() }),
  ),
  "sourcehost_webhook.rejected": sourcehostDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      delivery_id: z.nullable(z.string()),
      /** `missing_signature`, `malformed_signature` or `no_match` (contract, "Webhooks"). */
      reason: z.string(),
      payload_digest: z.string(),
    }),
  ),
  "tenant.extractor.updated": tenant(() =>
    z.strictObject({
      chain: extractorChain(),
      previous_chain: extractorChain(),
      /** Providers whose credential changed. */
      credentials_changed: z.array(z.string()),
      /** Only where the request named them. */
      budget: z.optional(budget()),
      previous_budget: z.optional(budget()),
      mode: z.optional(z.enum(extractorModes)),
      previous_mode: z.optional(z.enum(extractorModes)),
    }),
  ),
  "tenant.extractor.budget_warning": tenant(() =>
    z.strictObject({
      /** YYYY-MM, in UTC. */
      month: z.string(),
      spent_usd: z.number(),
      cap_usd: z.number(),
      warn_at: z.number(),
    }),
  ),
  "tenant.mcp.updated": tenant(() => z.strictObject({ enabled: z.boolean() })),
  /** An agent read something; `tool` is the operation's id. */
  "tenant.tool_called": tenant(() => z.strictObject({ tool: z.string() })),
  "tenant.extractor.swapped": tenant(() =>
    z.strictObject({
      preset: z.string(),
      chain: extractorChain(),
      previous_chain: extractorChain(),
    }),
  ),
  "tenant.extractor.test_connection_run": tenant(() =>
    z.strictObject({
      provider: z.string(),
      endpoint: z.nullable(z.string()),
      ok: z.boolean(),
      code: z.nullable(z.string()),
    }),
  ),
  /** Defined but not yet emitted (second seed). `message` is the provider's own. */
  "extractor.call.succeeded": tenant(() => z.strictObject(extractorCall())),
  "extractor.call.failed": tenant(() =>
    z.strictObject({ ...extractorCall(), code: z.string(), message: z.string() }),
  ),
  "platform.cloudb_eventbus.bus_provisioned": connection(() => z.strictObject(busContext())),
  "platform.cloudb_eventbus.bus_deprovisioned": connection(() => z.strictObject(busContext())),
  "cloudb_eventbus.received": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      account: z.string(),
      connection_id: z.string(),
      job_id: z.string(),
    }),
  ),
  "cloudb_eventbus.ignored": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      account: z.string(),
      connection_id: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
  "cloudb_eventbus.rejected": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      delivery_id: z.nullable(z.string()),
      reason: z.string(),
      payload_digest: z.string(),
    }),
  ),
  "cloudb_eventbus.account_mismatch": eventbusDelivery(() =>
    z.strictObject({
      ...deliveryContext(),
      secret: acceptedSecret(),
      account: z.string(),
      expected_account: z.string(),
      connection_id: z.string(),
      payload_digest: z.string(),
    }),
  ),
  "counsel.created": counsel,
  "counsel.updated": counsel,
  "counsel.deactivated": counsel,
  "counsel.reactivated": counsel,
  "counsel.reminders_stopped": counsel,
  "counsel.key_invited": counselRow(() => ({ expires_at: z.string() })),
  "counsel.key_enrolled": counselRow(counselKeyContext),
  "counsel.key_retired": counselRow(() => ({ ...counselKeyContext(), retired_at: z.string() })),
  "counsel.signing_policy_changed": counselRow(() => ({
    previous: z.enum(["link", "key_required"]),
    value: z.enum(["link", "key_required"]),
  })),
  // `rule_review.decided` is reserved for an outbound webhook (first seed) and never written here.
  "rule_review.requested": review(() =>
    z.strictObject({
      ...reviewContext(),
      ...trailShape("requested"),
      /** Who passed it on, and the hash of the row that ended their request. */
      delegated_by: z.optional(z.strictObject({ ...named(), row_hash: z.string() })),
      magic_link_url: z.string(),
    }),
  ),
  "rule_review.viewed_by_counsel": review(() =>
    z.strictObject({
      ...reviewContext(),
      ...trailShape("viewed"),
      presented_language: z.optional(z.string()),
      /** `page`: counsel's web page; `api`: a client that requested JSON. */
      via: z.enum(["page", "api"]),
    }),
  ),
  "rule_review.approved": decision,
  "rule_review.approved_with_changes": decision,
  "rule_review.changes_requested": decision,
  "rule_review.rejected": decision,
  "rule_review.link_renewed": review(() =>
    z.strictObject({ ...reviewContext(), magic_link_url: z.string() }),
  ),
  // `message_id` is that of the mail provider.
  "rule_review.link_mailed": review(() =>
    z.strictObject({ ...reviewContext(), message_id: z.string() }),
  ),
  "rule_review.reminded": review(() =>
    z.strictObject({ ...reviewContext(), message_id: z.string(), number: z.int() }),
  ),
  "rule_review.mail_delivered": review(() => z.strictObject(reviewContext())),
  "rule_review.mail_bounced": review(() =>
    z.strictObject({ ...reviewContext(), kind: z.enum(bounceKinds) }),
  ),
  "rule_review.mail_complained": review(() => z.strictObject(reviewContext())),
  "rule_review.cancelled": review(() =>
    z.strictObject({
      ...reviewContext(),
      /** Absent: an admin withdrew it. */
      reason: z.optional(z.enum(cancelReasons)),
      delegated_to: z.optional(z.strictObject({ request_id: z.string(), ...named() })),
      delegation_reason: z.optional(z.string()),
      assertion: assertionContext(),
    }),
  ),
  "rule_review.expired": review(() =>
    z.strictObject({ ...reviewContext(), expires_at: z.string() }),
  ),
  "webhook_endpoint.created": webhookEndpoint,
  "webhook_endpoint.updated": webhookEndpoint,
  "webhook_endpoint.deleted": webhookEndpoint,
  "webhook_endpoint.secret_rotated": webhookEndpoint,
  "webhook_endpoint.disabled": {
    resourceType: "webhook_endpoint",
    context: () => z.strictObject({ url: z.string(), reason: z.string() }),
  },
  "platform.clearance_key.provisioned": clearanceKeyChange,
  "platform.clearance_key.rotated": clearanceKeyChange,
  "clearance_pipeline.created": pipeline,
  "clearance_pipeline.updated": pipeline,
  "clearance_pipeline.deleted": pipeline,
  "review_panel.requested": panelRow(() => ({
    rule_use_case_ids: z.array(z.string()),
    rule_version_hash: z.string(),
    need: z.int(),
    on_reject: z.enum(onRejects),
    expires_at: z.string(),
    requested_by_user_id: z.string(),
    members: panelMembers(),
  })),
  "review_panel.member_replaced": panelRow(() => ({
    /** The request that was passed on, and the one in its place. */
    from: z.strictObject({ counsel_id: z.string(), review_id: z.string() }),
    to: z.strictObject({ counsel_id: z.string(), review_id: z.string() }),
  })),
  "review_panel.approved": panelResult,
  "review_panel.approved_with_changes": panelResult,
  "review_panel.rejected": panelResult,
  "review_panel.changes_requested": panelResult,
  "review_panel.undecided": panelResult,
  "review_panel.cancelled": panelRow(() => ({ members: panelMembers() })),
  "room.created": {
    resourceType: "room",
    context: () =>
      z.strictObject({
        title: z.string(),
        framework_ids: z.array(z.string()),
        decided_from: z.nullable(z.string()),
        decided_to: z.nullable(z.string()),
        counsel_ids: z.nullable(z.array(z.string())),
        may_ask: z.boolean(),
        expires_at: z.string(),
      }),
  },
  "room.entered": roomUse,
  "room.evidence_read": roomUse,
  "room.bundle_downloaded": roomUse,
  "room.certificate_downloaded": roomUse,
  "room.question_asked": roomQuestion,
  "room.question_answered": roomQuestion,
  "room.revoked": { resourceType: "room", context: () => z.strictObject({}) },
  "platform.sourcehost_webhook_secret.provisioned": secretChange,
  "platform.sourcehost_webhook_secret.rotated": secretChange,
  "platform.sourcehost_webhook_secret.recovered": secretChange,
  "platform.sourcehost_app.key_set": {
    resourceType: "platform_secret",
    context: () =>
      z.strictObject({
        secret_version_id: z.string(),
        public_key_sha256: z.string(),
        status: z.string(),
      }),
  },
  "platform.cloudb_eventbus_webhook_secret.provisioned": secretChange,
  "platform.cloudb_eventbus_webhook_secret.rotated": secretChange,
  "platform.cloudb_eventbus_webhook_secret.recovered": secretChange,
  "platform.counsel_review_hmac_secret.provisioned": keyringChange,
  "platform.counsel_review_hmac_secret.rotated": keyringChange,
  "platform.counsel_review_hmac_secret.recovered": keyringChange,
  "platform.evidence_log_key.provisioned": logKeyChange,
  "platform.evidence_log_key.rotated": logKeyChange,
  "evidence_log.verifier_published": {
    resourceType: "evidence_log",
    context: () => z.strictObject({ version: z.string(), sha256: z.string() }),
  },
  "platform.oidc_issuer.keypair_provisioned": {
    resourceType: "oidc_issuer",
    context: () => z.strictObject({ kid: z.string(), secret_version_id: z.string() }),
  },
  "platform.oidc_issuer.rotated": {
    resourceType: "oidc_issuer",
    context: () =>
      z.strictObject({ old_kid: z.string(), new_kid: z.string(), emergency: z.boolean() }),
  },
  "platform.idp_fic.toggled": {
    resourceType: "idp_federation",
    context: () => z.strictObject({ previous: z.boolean(), value: z.boolean() }),
  },
} as const satisfies Record<string, VocabularyEntry>;

export type AuditAction = keyof typeof auditVocabulary;
export type AuditContext<A extends AuditAction> = z.output<
  ReturnType<(typeof auditVocabulary)[A]["context"]>
>;
