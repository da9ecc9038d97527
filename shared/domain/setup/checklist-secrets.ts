import { type IssuerRecord, nextSigningKid, signingKid } from "#shared/domain/issuer/rotation.ts";
import {
  type RowAction,
  type RowRule,
  type RowState,
  type SetupFacts,
  WHERE,
} from "./checklist-row.ts";
import type { CredentialName } from "./credentials.ts";
import { FEDERATION_AUDIENCE } from "./idp-exchange.ts";
import {
  type WebhookRowId,
  type WebhookSecretName,
  webhookRowId,
  webhookSecrets,
} from "./webhook-secrets.ts";

const post = (path: string): RowAction => ({ method: "POST", path: `/admin/setup/${path}` });

interface Wiring {
  isAttached: boolean;
  isStored: boolean;
  /** The attached version is stored. */
  isInUse: boolean;
  at: string | null;
}

function wiringOf({ deployment, stored }: SetupFacts, name: string): Wiring {
  const attached = deployment.secrets[name];
  const versions = stored[name] ?? [];
  return {
    isAttached: attached !== undefined,
    isStored: versions.length > 0,
    isInUse: attached !== undefined && versions.includes(attached.version_id),
    at: attached?.attached_at ?? null,
  };
}

const NONE_YET = "There is none yet: provision it.";

/** Why a value is not in use yet, and what to do; null if it is in use. */
function unfinished({ isAttached, isStored, isInUse }: Wiring): string | null {
  if (isInUse) return null;
  if (isStored) return "Its value is in the secret store but not in use: provision it again.";
  if (isAttached)
    return "Its value is missing from the secret store: restore it, or provision a new one.";
  return NONE_YET;
}

/** The state of a provisionable secret, which a credential may replace. */
function secretState(
  facts: SetupFacts,
  given: { name: string; fallback: CredentialName; inUse: string },
) {
  const { name, fallback, inUse } = given;
  const wiring = wiringOf(facts, name);
  const missing = unfinished(wiring);
  if (missing === null) {
    const actions = [post(`${name}/rotate-secret`)];
    return { status: "provisioned", detail: inUse, actions, updated_at: wiring.at } as const;
  }
  const actions = [post(`${name}/provision-secret`)];
  const since = facts.credentials.get(fallback);
  if (!wiring.isAttached && since !== undefined) {
    const detail = `The credential ${fallback} is in use; its value is not read here. Provision one that can be rotated from here.`;
    return { status: "provisioned", detail, actions, updated_at: since } as const;
  }
  return { status: "not_set", detail: missing, actions, updated_at: null } as const;
}

function counselSecret(facts: SetupFacts): RowState {
  const name = "counsel-review-hmac-secret";
  const override = facts.credentials.has("COUNSEL_REVIEW_HMAC_SECRET");
  const state: RowState = secretState(facts, {
    name,
    fallback: "COUNSEL_REVIEW_HMAC_SECRET",
    inUse: override
      ? "Attached, but the credential COUNSEL_REVIEW_HMAC_SECRET is set and signs instead; it cannot be rotated while that is so. Provision it once: the keyring then keeps it, and what it signed can still be verified after it is removed."
      : "Decisions are signed with it; rotating keeps every earlier secret for verification.",
  });
  const isAttached = facts.deployment.secrets[name] !== undefined;
  const actions = override ? [post(`${name}/provision-secret`)] : state.actions;
  if (override && !facts.development && state.status !== "not_set") {
    return overridden(facts, { ...state, actions });
  }
  if (override && isAttached) return { ...state, actions };
  if (state.status !== "not_set" || isAttached || !facts.development) return state;
  const detail = `Decisions are signed with the development default. ${state.detail}`;
  return { ...state, status: "uses_dev_default", detail };
}

/**
 * Only the signing code reads the override's value, and it refuses a weak one. So the row stays amber
 * while an override is set.
 */
function overridden({ credentials }: SetupFacts, { actions, detail }: RowState): RowState {
  return {
    status: "uses_dev_default",
    detail: `${detail} An override of less than 32 bytes in hex (64 characters) cannot sign, and deciding then fails with 503; its length is not checked here.`,
    actions,
    updated_at: credentials.get("COUNSEL_REVIEW_HMAC_SECRET") ?? null,
  };
}

const noIssuer = {
  signing_kid: null,
  next_signing_kid: null,
  activates_at: null,
  overlap_ends_at: null,
};

function keypair(facts: SetupFacts): RowState {
  const { issuer } = facts.deployment;
  const wiring = wiringOf(facts, "oidc-issuer-private-key-pem");
  const missing = unfinished(wiring);
  if (missing !== null || issuer === null) {
    const detail = `${missing ?? NONE_YET} Set OIDC_ISSUER_URL first if it is not ${facts.issuerUrl}.`;
    const actions = [post("oidc-issuer/provision-keypair")];
    return { status: "not_set", detail, actions, updated_at: null, more: noIssuer };
  }
  const more = {
    signing_kid: signingKid(issuer, facts.now),
    next_signing_kid: nextSigningKid(issuer, facts.now),
    activates_at: issuer.activates_at,
    overlap_ends_at: issuer.overlap_ends_at,
  };
  const detail = rotationSentence(issuer, facts.now);
  const actions = [post("oidc-issuer/rotate-keypair")];
  return { status: "provisioned", detail, actions, updated_at: wiring.at, more };
}

function rotationSentence(issuer: IssuerRecord, now: string): string {
  if (nextSigningKid(issuer, now) !== null) {
    return `The new key is in the JWKS within 30 s of the rotation and signs from ${issuer.activates_at}, when every verifier's cache has it.`;
  }
  if (issuer.overlap_ends_at !== null && now < issuer.overlap_ends_at) {
    return `Rotated; the next rotation, which removes the old key, is possible from ${issuer.overlap_ends_at}.`;
  }
  return "Tokens are signed with it; rotate whenever your policy requires it.";
}

function federation(facts: SetupFacts): RowState {
  const { deployment, isFederated } = facts;
  const updated_at = deployment.flags.IDP_USE_FEDERATED_IDENTITY?.changed_at ?? null;
  const subject = facts.setting("IDP_APP_OBJECT_ID") ?? null;
  const more = {
    federated_credential: { issuer: facts.issuerUrl, subject, audience: FEDERATION_AUDIENCE },
  };
  const missing = [
    ...(deployment.issuer === null || !wiringOf(facts, "oidc-issuer-private-key-pem").isInUse
      ? ["provision the token-issuer key pair"]
      : []),
    ...(subject === null ? [`set IDP_APP_OBJECT_ID ${WHERE}`] : []),
    ...(subject !== null && subject === facts.setting("IDP_CLIENT_ID")
      ? ["correct IDP_APP_OBJECT_ID, which is the client id and not the object id"]
      : []),
  ];
  const first = missing.length === 0 ? "" : `First ${missing.join(" and ")}. `;
  const test = post("idp-fic/test-exchange");
  if (!isFederated) {
    const detail = `${first}Federation is off, and ${legacySecret(facts)}; create the federated credential shown here at the provider, then switch federation on.`;
    const actions = [post("idp-fic/enable"), test];
    return { status: "uses_dev_default", detail, actions, updated_at, more };
  }
  const actions = [test, post("idp-fic/disable")];
  const detail =
    first === ""
      ? `Tokens are exchanged with a signed assertion. Before you switch federation off, note that ${legacySecret(facts)}.`
      : `${first}Or switch federation off; note that ${legacySecret(facts)}.`;
  const status = first === "" ? "provisioned" : "not_set";
  return { status, detail, actions, updated_at, more };
}

/** Describes whether the legacy path that federation replaces is still usable. */
const legacySecret = (facts: SetupFacts): string =>
  facts.credentials.has("IDP_CLIENT_SECRET")
    ? "the credential IDP_CLIENT_SECRET is set"
    : wiringOf(facts, "idp-client-secret").isStored
      ? "the entry idp-client-secret is in the secret store"
      : "neither IDP_CLIENT_SECRET nor the entry idp-client-secret is set";

/** The source-host app needs both an id (a setting) and a private key (a secret). */
function sourcehostApp(facts: SetupFacts): RowState {
  const wiring = wiringOf(facts, "sourcehost-app-private-key");
  const hasId = facts.setting("SOURCEHOST_APP_ID") !== undefined;
  const hasKey = wiring.isInUse;
  const missing = [
    ...(hasId ? [] : [`set SOURCEHOST_APP_ID ${WHERE}`]),
    ...(hasKey ? [] : ["set the app's private key"]),
  ];
  const actions = [post("sourcehost-app/private-key")];
  const updated_at = wiring.at;
  if (missing.length === 0) {
    const detail = "The app lists installations and requests failed deliveries again.";
    return { status: "provisioned", detail, actions, updated_at };
  }
  const detail = `To list installations and have failed deliveries redelivered, ${missing.join(" and ")}.`;
  return { status: "not_set", detail, actions, updated_at };
}

function webhookRow(name: WebhookSecretName): RowRule {
  const { title, fallback, inUse } = webhookSecrets[name];
  const state: RowRule["state"] = (facts) => secretState(facts, { name, fallback, inUse });
  return { id: webhookRowId(name), title, state };
}

/** Rows whose status depends on the secret store and the deployment item. */
export const secretRows = {
  counsel_review_hmac_secret: {
    id: "counsel_review_hmac_secret",
    title: "Counsel-review signing secret",
    state: counselSecret,
  },
  sourcehost_webhook_secret: webhookRow("sourcehost-webhook-secret"),
  oidc_issuer_keypair: {
    id: "oidc_issuer_keypair",
    title: "Token-issuer key pair",
    state: keypair,
  },
  idp_federated_identity: {
    id: "idp_federated_identity",
    title: "Identity-provider federation",
    state: federation,
  },
  cloudb_eventbus_webhook_secret: webhookRow("cloudb-eventbus-webhook-secret"),
  clearance_statement_key: {
    id: "clearance_statement_key",
    title: "Key of clearance statements (optional)",
    state: ({ statementKeySince: updated_at }): RowState =>
      updated_at === null
        ? {
            status: "not_set",
            detail: "Provision a key to have answers about clearance signed.",
            actions: [post("clearance-key/provision-key")],
            updated_at,
          }
        : {
            status: "provisioned",
            detail: "Statements are signed with it; after a rotation, earlier ones still verify.",
            actions: [post("clearance-key/rotate-key")],
            updated_at,
          },
  },
  sourcehost_app: {
    id: "sourcehost_app",
    title: "Source-host app",
    state: sourcehostApp,
  },
} satisfies Record<string, RowRule> & Record<WebhookRowId, RowRule>;
