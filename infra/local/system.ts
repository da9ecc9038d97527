import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { distFolder } from "#infra/dist-folder.ts";
import { type FunctionUnit, functionUnits } from "#infra/functions.ts";
import type { DeadLetter } from "./aws/eventbridge/delivery.ts";
import { createAccess, type Denial } from "./aws/iam/access.ts";
import { createIamAuthorizer } from "./aws/iam/signed-caller.ts";
import { REGION, resourceArnsOf, TABLE } from "./aws/resources.ts";
import type { ServiceContext, ServiceFaults } from "./aws/service.ts";
import {
  addressesOf,
  type RunningServices,
  serviceSettings,
  startServices,
} from "./aws/services.ts";
import { type LocalClock, startClock } from "./clock.ts";
import { storeCredentials } from "./credentials.ts";
import { environmentsOf, type Sources } from "./environment.ts";
import { createGateway } from "./gateway.ts";
import { listenOnLoopback } from "./listen.ts";
import { createLocalApi } from "./local-api.ts";
import { reportersOf } from "./reporters.ts";
import type { StartInstance } from "./runtime/instance.ts";
import { type Runtime, startRuntime } from "./runtime/runtime.ts";
import { startThread } from "./runtime/thread.ts";
import { forgetting, type Lent } from "./sample/lent-settings.ts";
import { onlyOnceAtATime } from "./sample/only-once.ts";
import { fillHalfYear, type SampleParts } from "./sample/sample.ts";
import { startSchedules } from "./schedules.ts";
import { createProvider, PROVIDER_MOUNT, type ProviderThreads } from "./sign-in/provider.ts";
import { type SigningKey, signingKey } from "./sign-in/signing-key.ts";
import { type SignIn, startSignIn } from "./sign-in.ts";
import { CLOCK_FILE, openStateFolder, type StateFolder } from "./state-folder.ts";
import type { PartEnds } from "./watch-part.ts";

export interface SystemOptions extends ServiceFaults {
  /** 0 = any free port. */
  port: number;
  /** A folder, or `memory`. */
  stateDir: string;
  /** Settings passed on to the functions that name them. */
  settings: Readonly<Record<string, string | undefined>>;
  /** Called with every log line of the functions (JSON) and of the local run itself. */
  onLine: (line: string) => void;
  /** Called when a part has ended and cannot be started again, which makes the run useless. */
  onLost?: (error: Error) => void;
  dist?: string;
  /** The clock of the whole run; by default real time that can be moved forward. */
  clock?: LocalClock;
  /** How an instance of a function runs: by default in a thread of its own. */
  startInstance?: StartInstance;
  /** The key that signs sign-ins, in place of the state folder's own key. */
  signInKey?: SigningKey;
  /** What starts the sign-in's thread: by default, the system has a thread of its own. */
  signInThreads?: ProviderThreads;
  /** Schedules do not run on their own; each can still be run manually. */
  areSchedulesByHand?: boolean;
  /** The functions whose roles are enforced; by default those of the tables. */
  units?: readonly FunctionUnit[];
  /** Called with every call that a function's role did not grant. */
  onDenied?: (denial: Denial) => void;
}

export interface System {
  baseUrl: string;
  endpoints: Readonly<Record<string, string>>;
  /** The settings that a deployment would give its functions. */
  settings: Readonly<Record<string, string>>;
  /** A function's environment. */
  environmentOf: (unit: FunctionUnit) => Record<string, string>;
  signIn: SignIn;
  /** Events that could not be delivered to their function, newest last. */
  deadLetters: readonly DeadLetter[];
  close(): Promise<void>;
}

/** Starts the whole system on this machine; the functions must already be built. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const closing: (() => unknown)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startParts(options, (step) => closing.push(step))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** If two people are needed, counsel's links go by mail only. @throws Error with one sentence */
function refuseLinksByHand({ TWO_PEOPLE, MAIL_FROM }: SystemOptions["settings"]): void {
  if (TWO_PEOPLE !== undefined && !["", "true", "false"].includes(TWO_PEOPLE)) {
    throw new Error(`TWO_PEOPLE must be true or false, not ${TWO_PEOPLE}.`);
  }
  if (TWO_PEOPLE === "true" && MAIL_FROM === "") {
    throw new Error("TWO_PEOPLE needs a mail sender: leave MAIL_FROM out, or name one.");
  }
}

type OnClose = (step: () => unknown) => void;

async function startParts(
  options: SystemOptions,
  onClose: OnClose,
): Promise<Omit<System, "close">> {
  const { settings, onLine } = options;
  refuseLinksByHand(settings);
  const { report, denied, ends } = reportersOf(options);
  const state = openStateFolder(options.stateDir);
  onClose(() => state.close());
  const { clock = startClock(state.pathOf(CLOCK_FILE)) } = options;
  const arns = resourceArnsOf(settings);
  const units = options.units ?? functionUnits;
  const place = { arns, settings, stateOf: state.pathOf, now: clock.now };
  const telling = { onLine, onUnforeseen: report, ends };
  const { check } = createAccess(arns, denied, units);
  const invoked: ServiceContext["runtime"] = { invoke: (...call) => runtime.invoke(...call) };
  const services = await startServices(
    { ...place, ...telling, check, faults: options, runtime: invoked },
    onClose,
  );
  const addresses = addressesIn(settings);
  const lent: Lent = { settings: {} };
  const given = () => ({ ...settings, ...lent.settings });
  const logOrigin = keptOrigin(state, addresses.publicUrl);
  const sources = { arns, given, services, ...addresses, logOrigin };
  const runtime: Functions = await startFunctions(options, clock, sources);
  onClose(() => runtime.close());
  const { signIn, provider } = await startSigningIn(options, state, clock, addresses, ends);
  onClose(() => provider.close());
  const schedules = startSchedules(runtime, clock, options, report);
  onClose(() => schedules.close());
  const { SECRET_PREFIX: secretPrefix = "" } = settings;
  const sampled = { baseUrl: addresses.ownUrl, secretPrefix };
  const forgets = forgetting(lent, runtime, services);
  const gateway = createGateway({
    runtime,
    signIn,
    localApi: localApiOf({ signIn, clock, schedules, services, ...sampled, ...forgets }, report),
    provider,
    signedCaller: createIamAuthorizer(arns, units, addresses.publicUrl),
    now: clock.now,
    onUnforeseen: report,
    ownAddresses: addresses.others,
  });
  const { port, close } = await listenOnLoopback(gateway, options.port);
  onClose(close);
  const baseUrl = addresses.serves(port);
  if (options.areSchedulesByHand !== true) await schedules.run("sequence-log").catch(report);
  const deployed = deployedAs(baseUrl, sources, runtime);
  state.publish(deployed.endpoints);
  return { ...deployed, signIn, deadLetters: services.events.deadLetters };
}

/**
 * The run's addresses: the one on this machine, which is known once the gateway serves, after
 * everything else has started; and the ones that the operator set.
 */
function addressesIn({ BASE_URL, APP_URL, CONSOLE_ORIGIN }: SystemOptions["settings"]) {
  let own = "";
  return {
    publicUrl: () => BASE_URL || own,
    ownUrl: () => own,
    others: [BASE_URL, APP_URL, CONSOLE_ORIGIN].flatMap((address) => address || []),
    serves: (port: number): string => {
      own = `http://localhost:${port}`;
      return own;
    },
  };
}

/** What people and tests learn about a running system. */
const deployedAs = (
  baseUrl: string,
  { services, logOrigin }: Sources,
  { environmentOf }: Functions,
) => ({
  baseUrl,
  environmentOf,
  endpoints: {
    ...{ base_url: baseUrl, ...addressesOf(services) },
    ...{ table_name: TABLE, region: REGION },
  },
  settings: { ...serviceSettings(services), LOG_ORIGIN: logOrigin() },
});

/** The evidence log's name, from the first run with this state, which may have had another port. */
function keptOrigin(state: StateFolder, publicUrl: () => string): () => string {
  const file = state.pathOf("log-origin");
  let kept = file !== null && existsSync(file) ? readFileSync(file, "utf8") : null;
  return () => {
    if (kept !== null) return kept;
    const url = publicUrl();
    // Until the gateway listens, its address is unknown and no function runs.
    if (url === "") return "";
    kept = `${new URL(url).host}/evidence/log`;
    if (file !== null) writeFileSync(file, kept);
    return kept;
  };
}

/** The API of the run itself, including the sample half year. */
function localApiOf(
  {
    services,
    ...parts
  }: Omit<SampleParts, "events" | "secretsUrl"> & { services: RunningServices },
  onUnforeseen: (error: unknown) => void,
) {
  const { events, secretsmanager, ses } = services;
  const fill = onlyOnceAtATime((isShort) =>
    fillHalfYear({ ...parts, events, secretsUrl: secretsmanager.url }, isShort),
  );
  return createLocalApi({ ...parts, events, fill, outbox: ses.outbox, onUnforeseen });
}

type Functions = Runtime & Pick<System, "environmentOf">;

/** Stores the credentials that the functions read, and starts their runtime. */
async function startFunctions(
  { dist = distFolder, startInstance = startThread, onLine }: SystemOptions,
  clock: LocalClock,
  sources: Sources,
): Promise<Functions> {
  const { dynamodb, secretsmanager } = sources.services;
  const { settings, of: environmentOf } = environmentsOf(sources);
  const place = { stage: sources.arns.stage, endpoint: secretsmanager.url, region: REGION };
  await storeCredentials(settings(), place);
  const { http } = dynamodb;
  const runtime = await startRuntime({ dist, clock, environmentOf, http, onLine, startInstance });
  return Object.assign(runtime, { environmentOf });
}

/** Starts sign-in: the issuer of tokens, and the provider that the console redirects to. */
async function startSigningIn(
  { settings, signInKey, signInThreads }: SystemOptions,
  state: StateFolder,
  clock: LocalClock,
  { publicUrl, ownUrl }: Record<"publicUrl" | "ownUrl", () => string>,
  ends: PartEnds,
) {
  const key = signInKey ?? (await signingKey(state.pathOf("sign-in-key.json")));
  const issuer = () => `${ownUrl()}${PROVIDER_MOUNT}`;
  const signIn = await startSignIn(key, clock.now, issuer);
  const provider = createProvider(
    () => ({
      issuer: issuer(),
      redirectUri: `${settings.APP_URL || publicUrl()}/admin/console`,
      baseUrl: ownUrl(),
      key,
      storeFile: state.pathOf("sign-in.json"),
      clockOffset: clock.offset,
    }),
    ends,
    signInThreads,
  );
  return { signIn, provider };
}
