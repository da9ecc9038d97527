import { isCredentialName } from "#shared/domain/setup/credentials.ts";
import { givenByStacks } from "./aws/stage.ts";
import { functionUnits, scheduleOptions, settingsOf } from "./functions.ts";

/** What the route table does not say about a setting: meaning, default (null: none), example. */
interface Description {
  meaning: string;
  otherwise: string | null;
  example: string;
}

const say = (meaning: string, otherwise: string | null, example: string): Description => ({
  meaning,
  otherwise,
  example,
});

const cloudc = (what: string, host: string) =>
  say(`cloud-c: where ${what}`, "the vendor's", `https://${host}.example`);
const given = (meaning: string, example: string) => say(meaning, null, example);

const descriptions: Readonly<Record<string, Description>> = {
  APP_URL: say("where counsel's links lead", "`BASE_URL`", "https://app.example.com"),
  BASE_URL: given("where the API is reached", "https://api.example.com"),
  CANARY_ENABLED: say(
    "`true`: one complete review every hour, requested, decided and verified by the platform itself",
    "`true`; in the local run `false`",
    "false",
  ),
  CLOUDB_BEDROCK_URL: say(
    "cloud-b: model service; may hold `{region}`",
    "the vendor's",
    "https://bedrock.{region}.example",
  ),
  CLOUDB_EVENTBUS_DEAD_LETTER_QUEUE_ARN: given(
    "where events go that the receiver never accepted",
    "arn:aws:sqs:us-east-1:111122223333:dead",
  ),
  CLOUDB_EVENTBUS_OUR_ACCOUNT_ID: given("account of the customers' buses", "111122223333"),
  CLOUDB_EVENTBUS_RECEIVER_FUNCTION_ID: given("function that the buses' rules call", "receiver"),
  CLOUDB_EVENTBUS_REGION: say("region of the customers' buses", "the stack's", "us-east-1"),
  CLOUDB_EVENTBUS_WEBHOOK_SECRET: say(
    "used while no event-bus webhook secret is provisioned",
    null,
    "64 hex characters",
  ),
  CLOUDB_SAGEMAKER_URL: say(
    "cloud-b: machine-learning service; may hold `{region}`",
    "the vendor's",
    "https://sagemaker.{region}.example",
  ),
  CLOUDB_STS_URL: say("cloud-b: where roles are assumed", "the vendor's", "https://sts.example"),
  CLOUDC_AIPLATFORM_URL: cloudc("AI resources are listed; may hold `{region}`", "ai"),
  CLOUDC_IAMCREDENTIALS_URL: cloudc("service accounts are impersonated", "iamcredentials"),
  CLOUDC_IAM_HOST: say("cloud-c: host of pool audiences", "`iam.googleapis.com`", "iam.example"),
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
  ),
  COUNSEL_REVIEW_HMAC_SECRET: say(
    "overrides the stored signing secret; outside `local` and `test` at least 32 bytes in hex",
    null,
    "64 hex characters",
  ),
  CURSOR_KEY: given("authenticates cursors", "64 hex characters"),
  DISCOVERY_INTERVAL_HOURS: say("hours between full runs of a connection; 0: none", "24", "6"),
  DISCOVERY_SLICE_SECONDS: say(
    "longest part of an invocation that one run may use",
    "the function's time limit",
    "600",
  ),
  EVIDENCE_ANCHORS_BUCKET: given("bucket of the evidence log's anchors", "countersign-anchors"),
  EVIDENCE_LOG_KEY_ARN: given(
    "first key of the evidence log",
    "arn:aws:kms:us-east-1:111122223333:key/…",
  ),
  EVIDENCE_LOG_KEY_TAG: given("tag of the evidence log's keys", "prod"),
  EXTRACTOR_ALLOWED_HOSTS: say(
    "exceptions to the address guard, `host:port`, separated by commas",
    "none",
    "llm.internal:8443",
  ),
  EXTRACTOR_CACHE_ENABLED: say("answers of extractors are cached", "`true`", "false"),
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
  ),
  IDP_USE_FEDERATED_IDENTITY: say("federation until an admin switches it", "`false`", "true"),
  LOCAL_LLM_MODEL: say("model behind the tunnel", "the recommended one", "llama3.1:8b"),
  LOCAL_LLM_TUNNEL_URL: say(
    "address of the tunnel to a local model",
    null,
    "https://tunnel.example",
  ),
  LOG_WITNESSES: say(
    "witnesses of the evidence log: verifier key and submission prefix, separated by commas",
    "none",
    "witness.example+1a2b3c4d+AQ… https://witness.example",
  ),
  OIDC_ISSUER_URL: say(
    "our own issuer, as tokens name it",
    "`BASE_URL`/oidc",
    "https://id.example.com",
  ),
  SECRETS_KEY_ARN: given("key of secret-store entries", "arn:aws:kms:us-east-1:111122223333:key/…"),
  SECRET_PREFIX: given("prefix of every entry's name", "countersign/prod/"),
  SIGN_IN_BEARER: given("which token of the sign-in is sent", "id_token"),
  SIGN_IN_CLIENT_ID: given("client that the console signs in through", "1h57kf5cpq17…"),
  SIGN_IN_ISSUER_URL: given("issuer that people sign in with", "https://id.example.com"),
  SIGN_IN_ORIGINS: given(
    "origins that the console calls while signing in",
    "https://id.example.com",
  ),
  SIGN_IN_SCOPE: given("scope that the console asks for", "openid email"),
  SOURCEHOST_API_URL: say("source host: API", "the vendor's", "https://api.host.example"),
  SOURCEHOST_APP_ID: say("source host: id of the app", null, "123456"),
  SOURCEHOST_WEBHOOK_SECRET: say(
    "used while no source-host webhook secret is provisioned",
    null,
    "64 hex characters",
  ),
  STAGE: given("name of the stage", "prod"),
  TABLE_NAME: given("the table", "countersign-prod"),
  TENANT_CLOUD_LLM_API_KEY: say("the platform's cloud model: key", null, "8f0c…"),
  TENANT_CLOUD_LLM_DEPLOYMENT: say("the platform's cloud model: deployment", null, "gpt-4o-eu"),
  TENANT_CLOUD_LLM_ENDPOINT: say(
    "the platform's cloud model: address",
    null,
    "https://llm.example",
  ),
  TSA_URL: say("RFC 3161 time-stamp authority of the evidence log", null, "https://tsa.example"),
  VERSION: given("version that /health reports", "1.0.0"),
  WEBHOOK_HMAC_SECRET: say(
    "overrides what forwarded events are signed with",
    null,
    "64 hex characters",
  ),
  WORKER_INVOKE_ENABLED: say("a queued run starts at once", "`true`", "false"),
};

/** At most this many readers are named; the rest are only counted. */
const READERS_NAMED = 3;

/**
 * docs/settings.md: every setting that an entry of the route or job table names.
 * @throws Error that names a setting without a description
 */
export function settingsDocument(): string {
  const readers = new Map<string, string[]>();
  for (const unit of functionUnits) {
    for (const name of [...settingsOf(unit), ...(unit.needs.credentials ?? [])]) {
      readers.set(name, [...(readers.get(name) ?? []), unit.id]);
    }
  }
  for (const { name, id } of scheduleOptions) readers.set(name, [`the schedule of ${id}`]);
  const missing = [...readers.keys()].filter((name) => !Object.hasOwn(descriptions, name));
  if (missing.length > 0) {
    throw new Error(`Describe ${missing.join(", ")} in infra/settings-reference.ts.`);
  }
  const rows = [...readers.keys()].toSorted().map((name) => rowOf(name, readers.get(name) ?? []));
  return `${head}${rows.join("\n")}\n`;
}

const head = `# Settings

Written by \`npm run settings\` from the route table; a test holds it. A function gets the settings that
its entry names and no other. Those marked "stacks" are given by the deployment itself, those marked
"option" in \`cdk.context.<stage>.json\`.

Those marked "credential" are refused there and are in no deployed function's environment: the
functions that use one read it from the secret store, entry
\`countersign/<stage>/settings/<name>\` (the key of the cursors: \`countersign/<stage>/cursor-key\`), at
most 30 s old, and may read no other. docs/operations.md says how one is set and rotated. The stages
\`local\` and \`test\` take them from the environment, else from the local secret store.

| Setting | Meaning | Default | Example | Read by | Kind |
| ------- | ------- | ------- | ------- | ------- | ---- |
`;

function rowOf(name: string, readers: readonly string[]): string {
  const { meaning, otherwise, example } = descriptions[name] as Description;
  const named = readers.slice(0, READERS_NAMED).join(", ");
  const more = readers.length - READERS_NAMED;
  const who =
    readers.length === functionUnits.length
      ? "every function"
      : more > 0
        ? `${named} and ${more} more`
        : named;
  return `| \`${name}\` | ${meaning} | ${otherwise ?? "none"} | \`${example}\` | ${who} | ${kindOf(name)} |`;
}

function kindOf(name: string): string {
  if (isCredentialName(name)) return "credential";
  return givenByStacks.includes(name) ? "stacks" : "option";
}
