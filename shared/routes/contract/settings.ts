import type { CredentialName } from "#shared/domain/setup/credentials.ts";
import { type Kind, kinds, wholeNumber } from "./setting-kinds.ts";

/** The facts about a setting that are not in the route table. */
export interface SettingRow {
  meaning: string;
  /** The default as the document spells it; null: none. */
  otherwise: string | null;
  example: string;
  /** The form of an operator's value. Synthesis refuses any other and names the setting. */
  kind: Kind;
  /** `stacks`: the deployment sets it itself. */
  from: "operator" | "stacks";
}

const say = (
  meaning: string,
  otherwise: string | null,
  example: string,
  kind: Kind = kinds.line,
): SettingRow => ({ meaning, otherwise, example, kind, from: "operator" });

const cloudc = (what: string, host: string) =>
  say(`cloud-c: where ${what}`, "the vendor's", `https://${host}.example`, kinds.regionalWeb);
const given = (meaning: string, example: string, kind?: Kind) => say(meaning, null, example, kind);
const stacks = (meaning: string, example: string, kind?: Kind): SettingRow => ({
  ...given(meaning, example, kind),
  from: "stacks",
});

/**
 * Settings and credentials of functions and schedules, by name. docs/settings.md is generated from it,
 * and an entry or function can name no others.
 */
const rows = {
  APP_URL: say("where counsel's links lead", "`BASE_URL`", "https://app.example.com", kinds.https),
  BASE_URL: stacks("where the API is reached", "https://api.example.com", kinds.https),
  CANARY_ENABLED: say(
    "`true`: one complete review every hour, requested, decided and verified by the platform itself",
    "`true`; in the local run `false`",
    "false",
    kinds.yesNo,
  ),
  CANARY_API_URL: {
    ...say(
      "where the canary's signed calls go: API Gateway's own address, behind CloudFront",
      "`BASE_URL`",
      "https://a1b2c3d4e5.execute-api.us-east-1.amazonaws.com",
      kinds.https,
    ),
    from: "stacks",
  },
  CLOUDB_BEDROCK_URL: say(
    "cloud-b: model service; may hold `{region}`",
    "the vendor's",
    "https://bedrock.{region}.example",
    kinds.regionalWeb,
  ),
  CLOUDB_DISPLAY_NAME: say(
    "what the console calls cloud-b",
    "Cloud B (Amazon Web Services)",
    "AWS",
    kinds.line,
  ),
  CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN: stacks(
    "queue for events that the receiver never accepted",
    "arn:aws:sqs:us-east-1:111122223333:dead",
  ),
  CLOUDB_EVENTBUS_OUR_ACCOUNT_ID: stacks("account of the customers' buses", "111122223333"),
  CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID: stacks("function that the buses' rules call", "receiver"),
  CLOUDB_EVENTBUS_REGION: stacks(
    "region of the customers' buses; `us-east-1` where nothing sets it",
    "eu-central-1",
    kinds.region,
  ),
  CLOUDB_EVENTBUS_WEBHOOK_SECRET: say(
    "used while no event-bus webhook secret is provisioned",
    null,
    "64 hex characters",
  ),
  CLOUDB_SAGEMAKER_URL: say(
    "cloud-b: machine-learning service; may hold `{region}`",
    "the vendor's",
    "https://sagemaker.{region}.example",
    kinds.regionalWeb,
  ),
  CLOUDB_STS_URL: say(
    "cloud-b: where roles are assumed",
    "the vendor's",
    "https://sts.example",
    kinds.regionalWeb,
  ),
  CLOUDC_AIPLATFORM_URL: cloudc("AI resources are listed; may hold `{region}`", "ai"),
  CLOUDC_DISPLAY_NAME: say(
    "what the console calls cloud-c",
    "Cloud C (Google Cloud)",
    "GCP",
    kinds.line,
  ),
  CLOUDC_IAMCREDENTIALS_URL: cloudc("service accounts are impersonated", "iamcredentials"),
  CLOUDC_IAM_HOST: say(
    "cloud-c: host of pool audiences",
    "`iam.googleapis.com`",
    "iam.example",
    kinds.host,
  ),
  CLOUDC_NOTEBOOKS_URL: cloudc("notebooks are listed", "notebooks"),
  CLOUDC_OAUTH_CLIENT_ID: say("cloud-c: client of the legacy path", null, "client.example"),
  CLOUDC_OAUTH_CLIENT_SECRET: say("cloud-c: that client's secret", null, "GOCSPX-…"),
  CLOUDC_OAUTH_TOKEN_URL: cloudc("refresh tokens are exchanged", "oauth2"),
  CLOUDC_RESOURCEMANAGER_URL: cloudc("projects are listed", "resourcemanager"),
  CLOUDC_SA_EMAIL_SUFFIX: say(
    "cloud-c: suffix of service accounts' e-mail addresses",
    "`.iam.gserviceaccount.com`",
    ".iam.example",
  ),
  CLOUDC_STS_URL: cloudc("tokens are exchanged", "sts"),
  CONSOLE_ORIGIN: say(
    "the one other origin whose pages may call",
    null,
    "https://console.example.com",
    kinds.origin,
  ),
  COUNSEL_LANGUAGES: say(
    "languages of counsel's pages and mails, `en` among them; the first is used where a reader names none of them",
    "`en`; in the local run `en,de,fr,es,it`",
    "en,de",
    kinds.counselLanguages,
  ),
  COUNSEL_NAMES_TO_TENANTS: say(
    "`true`: tenants see counsel's names beside their firms, in clearance and exports",
    "`false`",
    "true",
    kinds.yesNo,
  ),
  COUNSEL_REVIEW_HMAC_SECRET: say(
    "overrides the stored signing secret; outside `local` and `test` at least 32 bytes in hex",
    null,
    "64 hex characters",
  ),
  CURSOR_KEY: given("authenticates cursors", "64 hex characters"),
  DISCOVERY_INTERVAL_HOURS: say(
    "hours between full runs of a connection; 0: none",
    "24",
    "6",
    wholeNumber(0, 8760),
  ),
  DISCOVERY_SLICE_SECONDS: say(
    "longest part of an invocation that one run may use",
    "the function's time limit",
    "600",
    wholeNumber(1, 900),
  ),
  CLEARANCE_KEY_ARN: stacks(
    "first key of clearance statements",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  CLEARANCE_KEY_TAG: stacks("tag of the keys of clearance statements", "prod"),
  WEBHOOK_KEY_ARN: stacks(
    "key of the webhook endpoints' secrets",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  WEBHOOK_ALLOWED_HOSTS: say(
    "webhook endpoints that are not public, `host:port`, separated by commas; stages `local` and `test` only",
    "none",
    "127.0.0.1:9000",
    kinds.hostPorts,
  ),
  EVIDENCE_ANCHORS_BUCKET: stacks("bucket of the evidence log's anchors", "countersign-anchors"),
  EVIDENCE_LOG_KEY_ARN: stacks(
    "first Ed25519 key of the evidence log",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  EVIDENCE_LOG_KEY_TAG: stacks("tag of the evidence log's keys", "prod"),
  EVIDENCE_LOG_ML_DSA_KEY_ARN: stacks(
    "first ML-DSA-44 key of the evidence log",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  EVIDENCE_ROWS_KEY_ARN: stacks(
    "first key of the certificates of those who write logged rows",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  EVIDENCE_ROWS_KEY_TAG: stacks("tag of the keys of these certificates", "prod"),
  EXPORT_LINK_KEY: given("signs the links to large exports", "64 hex characters"),
  EXTRACTOR_ALLOWED_HOSTS: say(
    "exceptions to the address guard, `host:port`, separated by commas",
    "none",
    "llm.internal:8443",
    kinds.hostPorts,
  ),
  PIPELINE_ISSUER_ALLOWED_HOSTS: say(
    "token issuers of pipelines that are not public, `host:port`, separated by commas; stages `local` and `test` only",
    "none",
    "127.0.0.1:9000",
    kinds.hostPorts,
  ),
  EXTRACTOR_CACHE_ENABLED: say("answers of extractors are cached", "`true`", "false", kinds.yesNo),
  EXTRACTOR_MONTHLY_USD: given(
    "what a tenant without its own budget may spend on extractors in a calendar month (UTC), in USD",
    "50",
    kinds.amount,
  ),
  EXTRACTOR_PROVIDER: say(
    "`mock`: no model is called; `local` and `test` only",
    "each tenant's own",
    "mock",
  ),
  HOSTED_LLM_API_KEY: say("the platform's hosted model: key", null, "sk-…"),
  HOSTED_LLM_BASE_URL: say(
    "the platform's hosted model: address",
    "the vendor's",
    "https://llm.example",
    kinds.web,
  ),
  IDP_APP_OBJECT_ID: say(
    "identity provider: object id of the app registration",
    null,
    "2f6c1d1e-…",
  ),
  IDP_CLIENT_ID: say("identity provider: client id", null, "7b1f0c9a-…"),
  IDP_CLIENT_SECRET: say(
    "identity provider: legacy client secret; else the entry `idp-client-secret`",
    null,
    "abc8Q~…",
  ),
  IDP_SCOPE: say(
    "identity provider: scope asked for",
    "`https://graph.microsoft.com/.default`",
    "https://graph.example/.default",
  ),
  IDP_TENANT_ID: say("identity provider: directory", null, "9c3f5e0b-…"),
  IDP_TOKEN_URL: say(
    "identity provider: full token URL",
    "the vendor's, from `IDP_TENANT_ID`",
    "https://login.example/token",
    kinds.web,
  ),
  IDP_USE_FEDERATED_IDENTITY: say(
    "federation until an admin switches it",
    "`false`",
    "true",
    kinds.yesNo,
  ),
  LINK_KEY_ARN: stacks(
    "key of counsel's links in the outbox, where they are sent only by mail",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  LOCAL_LLM_MODEL: say("model behind the tunnel", "the recommended one", "llama3.1:8b"),
  LOCAL_LLM_TUNNEL_URL: say(
    "address of the tunnel to a local model",
    null,
    "https://tunnel.example",
    kinds.web,
  ),
  LOG_ORIGIN: say(
    "name of the evidence log, which its keys and checkpoints carry for ever",
    "`BASE_URL`'s host and `/evidence/log`, as at the first deployment",
    "api.example.com/evidence/log",
    kinds.logOrigin,
  ),
  LOG_WITNESSES: say(
    "witnesses of the evidence log: verifier key and submission prefix, separated by commas",
    "none",
    "witness.example+1a2b3c4d+AQ… https://witness.example",
  ),
  MAIL_CONFIGURATION_SET: stacks("configuration set that mails are sent with", "countersign-prod"),
  MAIL_FROM: say(
    "sender of mails to counsel; empty: none are sent",
    "an address of `mailDomain`, if that is given; in the local run one of its own",
    "Example Compliance <reviews@mail.example.com>",
    kinds.sender,
  ),
  MAIL_REPLY_TO: say(
    "where counsel's replies go",
    "the sender",
    "compliance@example.com",
    kinds.sender,
  ),
  OIDC_ISSUER_URL: say(
    "our own issuer, as tokens name it",
    "`BASE_URL`/oidc",
    "https://id.example.com",
    kinds.https,
  ),
  ORIGIN_SECRET_SHA256: stacks(
    "SHA-256 of the header's secret by which requests through CloudFront are recognised, hex, separated by commas",
    "9f86d081884c7d65…",
  ),
  SECRETS_KEY_ARN: stacks(
    "key of secret-store entries",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  SECRET_PREFIX: stacks("prefix of every entry's name", "countersign/prod/"),
  SES_URL: say(
    "address of SES, which sends the mails",
    "the region's SES",
    "https://ses.example",
    kinds.web,
  ),
  SIGN_IN_BEARER: given("which token of the sign-in is sent", "id_token"),
  SIGN_IN_CLIENT_ID: given("client that the console signs in through", "1h57kf5cpq17…"),
  SIGN_IN_ISSUER_URL: given(
    "issuer that people sign in with",
    "https://id.example.com",
    kinds.https,
  ),
  SIGN_IN_ORIGINS: given(
    "origins that the console calls while signing in",
    "https://id.example.com",
    kinds.line,
  ),
  SIGN_IN_PROVIDERS: stacks(
    "what the people of each organisation with its own sign-in may do; from the option `signIn`",
    '[{"name":"Bank","domain":"bank.example","tenant":"platform","groups":{"Auditors":"reader"}}]',
  ),
  SIGN_IN_SCOPE: given("scope that the console asks for", "openid email"),
  SOURCEHOST_API_URL: say(
    "source host: API",
    "the vendor's",
    "https://api.host.example",
    kinds.web,
  ),
  SOURCEHOST_DISPLAY_NAME: say(
    "what the console calls the source host",
    "Source host (GitHub)",
    "GitHub Enterprise",
    kinds.line,
  ),
  SOURCEHOST_APP_ID: say("source host: id of the app", null, "123456"),
  SOURCEHOST_WEBHOOK_SECRET: say(
    "used while no source-host webhook secret is provisioned",
    null,
    "64 hex characters",
  ),
  STAGE: stacks("name of the stage", "prod"),
  TABLE_NAME: stacks("the table", "countersign-prod"),
  TENANT_CLOUD_LLM_API_KEY: say("the platform's cloud model: key", null, "8f0c…"),
  TENANT_CLOUD_LLM_DEPLOYMENT: say("the platform's cloud model: deployment", null, "gpt-4o-eu"),
  TENANT_CLOUD_LLM_ENDPOINT: say(
    "the platform's cloud model: address",
    null,
    "https://llm.example",
    kinds.web,
  ),
  TWO_PEOPLE: stacks(
    "`true`: counsel take part only while a second person has confirmed who they are; of a stage the option `twoPeople`",
    "true",
    kinds.yesNo,
  ),
  TSA_URL: say(
    "RFC 3161 time-stamp authority of the evidence log",
    null,
    "https://tsa.example",
    kinds.web,
  ),
  VERSION: stacks("version that /health reports", "1.0.0"),
  WEBHOOK_HMAC_SECRET: say(
    "overrides what forwarded events are signed with",
    null,
    "64 hex characters",
  ),
  WORKER_INVOKE_ENABLED: say("a queued run starts at once", "`true`", "false", kinds.yesNo),
} satisfies Record<string, SettingRow> & Record<CredentialName, SettingRow>;

export type SettingName = Exclude<keyof typeof rows, CredentialName>;

export const settingRows: Readonly<Record<SettingName | CredentialName, SettingRow>> = rows;

/** Settings that the stacks themselves set. */
export const givenByStacks: readonly string[] = Object.entries(settingRows)
  .filter(([, { from }]) => from === "stacks")
  .map(([name]) => name);
