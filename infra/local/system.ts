import { randomBytes } from "node:crypto";
import { distFolder } from "#infra/dist-folder.ts";
import { type FunctionUnit, functionUnits, settingsOf } from "#infra/functions.ts";
import { LOG_KEY_TAG } from "#infra/policies/log.ts";
import type { ResourceArns } from "#infra/policies/statement.ts";
import packageJson from "../../package.json" with { type: "json" };
import { startDatabase } from "./aws/dynamodb/database.ts";
import type { DeadLetter } from "./aws/eventbridge/delivery.ts";
import {
  busAccountOf,
  busSettings,
  type EventBusFaults,
  startEventBus,
} from "./aws/eventbridge/event-bus.ts";
import { createAccess, type Denial } from "./aws/iam/access.ts";
import { startDynamodbGate } from "./aws/iam/dynamodb-gate.ts";
import { eventRequests } from "./aws/iam/event-requests.ts";
import { keyRequests } from "./aws/iam/key-requests.ts";
import { logKeyRequests } from "./aws/iam/log-key-requests.ts";
import { objectRequests } from "./aws/iam/object-requests.ts";
import { secretRequests } from "./aws/iam/secret-requests.ts";
import { createIamAuthorizer, LOCAL_SECRET_KEY } from "./aws/iam/signed-caller.ts";
import { startKms } from "./aws/kms/kms.ts";
import type { AwsCall } from "./aws/protocol/aws-json-server.ts";
import { startS3 } from "./aws/s3/s3.ts";
import { startSecretsManager } from "./aws/secrets-manager/secrets-manager.ts";
import { startClock } from "./clock.ts";
import { credentialsInEnvironment, storeCredentials } from "./credentials.ts";
import { createGateway } from "./gateway.ts";
import { listenOnLoopback } from "./listen.ts";
import { createLocalApi } from "./local-api.ts";
import { startRuntime } from "./runtime.ts";
import { startSchedules } from "./schedules.ts";
import { createProvider, PROVIDER_MOUNT } from "./sign-in/provider.ts";
import { type SigningKey, signingKey } from "./sign-in/signing-key.ts";
import { CONSOLE_CLIENT, type SignIn, startSignIn } from "./sign-in.ts";
import { openStateFolder } from "./state-folder.ts";

export interface SystemOptions {
  /** 0 = any free port. */
  port: number;
  /** A folder, or `memory`. */
  stateDir: string;
  /** Settings passed on to the functions that name them. */
  settings: Readonly<Record<string, string | undefined>>;
  /** Called with every log line of the functions (JSON) and of the local run itself. */
  onLine: (line: string) => void;
  dist?: string;
  /** What sign-ins are signed with, instead of the state folder's own key. */
  signInKey?: SigningKey;
  /** Schedules do not run on their own; each can still be run manually. */
  areSchedulesByHand?: boolean;
  /** The functions whose roles are enforced; by default those of the tables. */
  units?: readonly FunctionUnit[];
  /** Called with every call that a function's role did not grant. */
  onDenied?: (denial: Denial) => void;
  /** Quotas of the local event bus, and hooks that make its calls fail. */
  eventBridge?: EventBusFaults;
  /** Called with every call of the secret store; an error that it throws becomes the response. */
  onSecretCall?: (call: AwsCall) => void;
}

export interface System {
  baseUrl: string;
  endpoints: Readonly<Record<string, string>>;
  signIn: SignIn;
  /** Events that could not be delivered to their function, newest last. */
  deadLetters: readonly DeadLetter[];
  close(): Promise<void>;
}

const TABLE = "countersign";
const REGION = "us-east-1";
const ACCOUNT = "000000000000";
const TABLE_ARN_PREFIX = `arn:aws:dynamodb:${REGION}:${ACCOUNT}:table/`;

const KEY_ARN_PREFIX = `arn:aws:kms:${REGION}:${ACCOUNT}:key/`;
const ANCHORS = "countersign-anchors";
const LOG_KEY_TAG_VALUE = "local";

const API_ARN = `arn:aws:execute-api:${REGION}:${ACCOUNT}:local/$default`;

const SECRET_ARN_PREFIX = `arn:aws:secretsmanager:${REGION}:${ACCOUNT}:secret:`;

const keyArn = (name: string): string => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${name}`;

/** The local resources' ARNs, for the functions' policies. */
const resourceArnsOf = (settings: SystemOptions["settings"]): ResourceArns => ({
  tableArn: `${TABLE_ARN_PREFIX}${TABLE}`,
  secretArnPrefix: `${SECRET_ARN_PREFIX}${settings.SECRET_PREFIX ?? ""}`,
  busArnPrefix: `arn:aws:events:${REGION}:${busAccountOf(settings)}:event-bus/`,
  tableKeyArn: keyArn("table"),
  secretsKeyArn: settings.SECRETS_KEY_ARN ?? keyArn("secrets"),
  keyArnPrefix: KEY_ARN_PREFIX,
  logKeyTag: LOG_KEY_TAG_VALUE,
  anchorsArn: `arn:aws:s3:::${ANCHORS}`,
  apiArn: API_ARN,
  region: REGION,
  account: ACCOUNT,
  stage: settings.STAGE ?? "local",
});

/** Starts the whole system on this machine; the functions must already be built. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const started = await startParts(options, (step) => closing.push(step));
    return { ...started, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startParts(options: SystemOptions, onClose: (step: () => unknown) => void) {
  const report = (error: unknown) =>
    options.onLine(
      JSON.stringify({ level: "error", event: "local_run", message: (error as Error).message }),
    );
  const denied = (denial: Denial) => {
    options.onDenied?.(denial);
    options.onLine(JSON.stringify({ level: "error", event: "access_denied", ...denial }));
  };
  const state = openStateFolder(options.stateDir);
  onClose(() => state.close());
  const clock = startClock();
  const database = await startDatabase(state.databaseFile, TABLE);
  onClose(() => database.close());
  const arns = resourceArnsOf(options.settings);
  const access = createAccess(arns, denied, options.units);
  const gate = await startDynamodbGate({
    engine: database.endpoint,
    access,
    arns,
    tableArnPrefix: TABLE_ARN_PREFIX,
    now: clock.now,
  });
  onClose(() => gate.close());
  const secrets = await startSecretsManager({
    file: state.secretsFile,
    now: clock.now,
    region: REGION,
    authorize: (call) => {
      options.onSecretCall?.(call);
      access.check(call.accessKeyId, [
        ...secretRequests(call, SECRET_ARN_PREFIX),
        ...keyRequests("secretsmanager", call.action, arns),
      ]);
    },
    onUnforeseen: report,
  });
  onClose(() => secrets.close());
  const keys = await startKms({
    file: state.keysFile,
    now: clock.now,
    keyArnPrefix: KEY_ARN_PREFIX,
    authorize: (call, tags) =>
      access.check(call.accessKeyId, logKeyRequests(call, tags, KEY_ARN_PREFIX)),
    onUnforeseen: report,
  });
  onClose(() => keys.close());
  const logKey = await keys.firstKey([{ TagKey: LOG_KEY_TAG, TagValue: LOG_KEY_TAG_VALUE }]);
  const anchors = await startS3({
    bucket: ANCHORS,
    folder: state.anchorsFolder,
    now: clock.now,
    authorize: (call) => access.check(call.accessKeyId, objectRequests(call)),
    onUnforeseen: report,
  });
  onClose(() => anchors.close());
  const own = { baseUrl: "", eventsUrl: "" };
  // New for each run: cursors from an earlier run are refused, and the list starts over.
  const cursorKey = randomBytes(32).toString("hex");
  const publicUrl = () => options.settings.BASE_URL || own.baseUrl;
  const providerIssuer = () => `${publicUrl()}${PROVIDER_MOUNT}`;
  const settings = (): Record<string, string | undefined> => ({
    ...options.settings,
    STAGE: options.settings.STAGE ?? "local",
    WORKER_INVOKE_ENABLED: options.settings.WORKER_INVOKE_ENABLED ?? "true",
    VERSION: packageJson.version,
    BASE_URL: publicUrl(),
    TABLE_NAME: TABLE,
    SECRETS_KEY_ARN: arns.secretsKeyArn ?? undefined,
    CURSOR_KEY: cursorKey,
    EVIDENCE_LOG_KEY_ARN: logKey,
    EVIDENCE_LOG_KEY_TAG: LOG_KEY_TAG_VALUE,
    EVIDENCE_ANCHORS_BUCKET: ANCHORS,
    SIGN_IN_ISSUER_URL: providerIssuer(),
    SIGN_IN_CLIENT_ID: CONSOLE_CLIENT,
    ...busSettings(options.settings, REGION),
  });
  const { stage } = arns;
  await storeCredentials(settings(), { stage, endpoint: secrets.url, region: REGION });
  const key = options.signInKey ?? (await signingKey(state.signInKeyFile));
  const signIn = await startSignIn(key, clock.now, providerIssuer);
  const provider = createProvider(
    () => ({
      issuer: providerIssuer(),
      redirectUri: `${options.settings.APP_URL || publicUrl()}/admin/console`,
      baseUrl: own.baseUrl,
      key,
      storeFile: state.signInStoreFile,
      clockOffset: clock.offset,
    }),
    report,
  );
  onClose(() => provider.close());
  const environmentOf = (unit: FunctionUnit): Record<string, string> => {
    const values = settings();
    const names = [...settingsOf(unit), ...credentialsInEnvironment(unit, arns.stage)];
    const named = names.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return {
      ...Object.fromEntries(named),
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: unit.id,
      AWS_SECRET_ACCESS_KEY: LOCAL_SECRET_KEY,
      AWS_ENDPOINT_URL_DYNAMODB: gate.url,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.url,
      AWS_ENDPOINT_URL_EVENTBRIDGE: own.eventsUrl,
      AWS_ENDPOINT_URL_KMS: keys.url,
      AWS_ENDPOINT_URL_S3: anchors.url,
      AWS_LAMBDA_FUNCTION_NAME: unit.id,
    };
  };
  const runtime = startRuntime({
    dist: options.dist ?? distFolder,
    clock,
    environmentOf,
    onLine: options.onLine,
  });
  onClose(() => runtime.close());
  const schedules = startSchedules(runtime, clock, options, report);
  onClose(() => schedules.close());
  const events = await startEventBus({
    file: state.eventsFile,
    settings: options.settings,
    region: REGION,
    now: clock.now,
    runtime,
    authorize: (call) => access.check(call.accessKeyId, eventRequests(call, arns.busArnPrefix)),
    faults: options.eventBridge ?? {},
    onLine: options.onLine,
    onUnforeseen: report,
  });
  onClose(() => events.close());
  own.eventsUrl = events.url;
  const localApi = createLocalApi({ signIn, clock, schedules, events });
  const gateway = createGateway({
    runtime,
    signIn,
    localApi,
    provider,
    signedCaller: createIamAuthorizer(arns, options.units ?? functionUnits, publicUrl),
    now: clock.now,
    onUnforeseen: report,
  });
  const { port, close } = await listenOnLoopback(gateway, options.port);
  onClose(close);
  own.baseUrl = `http://localhost:${port}`;
  const endpoints = {
    base_url: own.baseUrl,
    dynamodb: gate.url,
    secretsmanager: secrets.url,
    events: events.url,
    kms: keys.url,
    s3: anchors.url,
    table_name: TABLE,
    region: REGION,
  };
  if (options.areSchedulesByHand !== true) await schedules.run("sequence-log").catch(report);
  state.publish(endpoints);
  return { baseUrl: own.baseUrl, endpoints, signIn, deadLetters: events.deadLetters };
}
