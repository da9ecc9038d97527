import { credentials, functionUnits, scheduleOptions, settingsOf } from "#infra/functions.ts";
import { type SignInEntry, signInEntries } from "#infra/options/sign-in-entries.ts";
import { type StageOptionName, stageOptions } from "#infra/options/stage-options.ts";
import { valuesOf } from "#infra/options/values.ts";
import { type Kind, kinds } from "#shared/routes/contract/setting-kinds.ts";
import { givenByStacks, type SettingName, settingRows } from "#shared/routes/contract/settings.ts";
import { checkPlace, type Place } from "./place.ts";
import {
  type Domain,
  deploymentFacts,
  FRONT_REGION,
  optionsFileOf,
  refuseStageName,
  type Stage,
} from "./stage.ts";
import {
  credentialsOf,
  domainOf,
  issuerOf,
  recipientsOf,
  refuseCredentials,
  refuseGivenByStacks,
  refuseIncomplete,
  refuseLinksByHand,
  refuseOtherSender,
  refuseTwoSignIns,
  refuseUnheard,
  replicaRegions,
} from "./stage-rules.ts";

const optionNames = Object.keys(stageOptions) as StageOptionName[];

/** Names of the settings that an operator may give. */
const settingNames = (): SettingName[] =>
  [
    ...new Set<SettingName>([
      ...functionUnits.flatMap(settingsOf),
      ...scheduleOptions.map(({ name }) => name),
    ]),
  ].filter((name) => !givenByStacks.includes(name));

type Read = (name: string, kind: Kind) => string[] | null;

/** The sources of a stage's options. */
export interface StageSource {
  /** A value from the CDK's context. A value from the command line overrides the file. */
  context: (name: string) => unknown;
  /** The options in the operator's own file, `cdk.context.<stage>.json`. */
  options?: Readonly<Record<string, unknown>>;
  /** A deployment needs options that a synthesis can do without. */
  isDeployment?: boolean;
  /** Where the shell's credentials and settings lead; undefined: unknown. */
  shell?: Place;
}

/** The name of the requested stage. @throws Error with one sentence if no stage can have it */
export function stageNameIn(context: StageSource["context"]): string {
  const name = String(context("stage") ?? "dev");
  refuseStageName(name);
  return name;
}

/**
 * Reads a stage from its options, wherever the shell leads. Only for a deployment must the shell lead
 * where the options say. Without any option, the stage is `dev`. Nobody receives its alarms, so it can
 * be synthesized but not deployed.
 * @throws Error with one sentence if the stage cannot be deployed
 */
export function readStage({ context, options = {}, isDeployment, shell }: StageSource): Stage {
  const name = stageNameIn(context);
  refuseUnknown(optionsFileOf(name), options, context);
  const isGiven = (key: string) => (context(key) ?? options[key]) != null;
  refuseCredentials(credentials.map(({ name }) => name).filter(isGiven));
  refuseGivenByStacks(givenByStacks.filter(isGiven));
  const signIn = signInEntries(context("signIn") ?? options.signIn);
  const read: Read = (key, kind) =>
    key === "signIn" ? namesOf(signIn) : valuesOf(key, kind, context(key) ?? options[key]);
  const stage: Stage = { ...stageOf(name, context, read), signIn };
  if (isDeployment) {
    refuseIncomplete(name, stage.given);
    checkPlace(stage, shell ?? { account: undefined, region: undefined });
  }
  const isBare = stage.given.length === 0 && context("stage") === undefined;
  if (!isBare) refuseUnheard(stage);
  refuseLinksByHand(stage);
  refuseOtherSender(stage);
  refuseTwoSignIns(stage);
  return stage;
}

const namesOf = (entries: readonly SignInEntry[]): string[] | null =>
  entries.length === 0 ? null : entries.map(({ name }) => name);

function stageOf(name: string, context: StageSource["context"], read: Read): Stage {
  const settings = settingsIn(read);
  const options = optionsIn(read);
  const one = (key: StageOptionName): string | null => options[key]?.[0] ?? null;
  const many = (key: StageOptionName): string[] => options[key] ?? [];
  const region = one("region");
  const hasFront = one("front") === "true";
  const domain = domainOf("domainName", "certificateArn", one, hasFront ? FRONT_REGION : region);
  return {
    name,
    given: [
      ...optionNames.filter((option) => options[option] !== null),
      ...Object.keys(settings),
    ].toSorted(),
    account: one("account"),
    region,
    domain,
    formerDomain: domainOf("formerDomainName", "formerCertificateArn", one, region),
    signIn: [],
    issuer: issuerOf(one("issuer"), many("audience")),
    recipients: recipientsOf(many("alarmRecipients"), many("urgentAlarmRecipients")),
    monthlyBudgetUsd: numberOr(one("monthlyBudgetUsd"), null),
    lambdaConcurrency: numberOr(one("lambdaConcurrency"), quotaIn(context)),
    reserveConcurrency: one("reserveConcurrency") !== "false",
    logRetentionDays: numberOr(one("logRetentionDays"), 90),
    adminPasswordAuth: one("adminPasswordAuth") === "true",
    permissionsBoundary: one("permissionsBoundary"),
    restoredTable: one("restoredTable"),
    anchorsBucket: one("anchorsBucket"),
    twoPeople: one("twoPeople") === "true",
    mailDomain: one("mailDomain"),
    front: hasFront ? frontOf(domain, context) : null,
    backupVaultArn: one("backupVaultArn"),
    secretReplicaRegions: replicaRegions(many("secretReplicaRegions"), region),
    credentials: credentialsOf(many("credentials")),
    settings: {
      ...keptSettings(settings, read),
      ...settings,
      ...(one("twoPeople") === null ? {} : { TWO_PEOPLE: one("twoPeople") ?? "" }),
    },
  };
}

const optionsIn = (read: Read): Record<StageOptionName, string[] | null> =>
  Object.fromEntries(
    optionNames.map((name) => [name, read(name, stageOptions[name].kind)]),
  ) as Record<StageOptionName, string[] | null>;

const settingsIn = (read: Read): Record<string, string> =>
  Object.fromEntries(
    settingNames().flatMap((name) => {
      const values = read(name, settingRows[name].kind);
      return values === null ? [] : [[name, values.join(",")]];
    }),
  );

/**
 * What the deployed stage keeps: its issuer until another is named, and its log's name for ever.
 * @throws Error with one sentence
 */
function keptSettings(settings: Record<string, string>, read: Read): Record<string, string> {
  const issuer = read(deploymentFacts.keptIssuer, kinds.https)?.[0];
  const origin = read(deploymentFacts.keptOrigin, kinds.logOrigin)?.[0];
  if (origin !== undefined && (settings.LOG_ORIGIN ?? origin) !== origin) {
    throw new Error(`LOG_ORIGIN cannot change any more: the stage's evidence log is ${origin}.`);
  }
  return {
    ...(issuer === undefined ? {} : { OIDC_ISSUER_URL: issuer }),
    ...(origin === undefined ? {} : { LOG_ORIGIN: origin }),
  };
}

const numberOr = <Otherwise>(text: string | null, otherwise: Otherwise): number | Otherwise =>
  text === null ? otherwise : Number(text);

/** Lambda's default quota, for a synthesis that knows no account. */
const USUAL_QUOTA = 1000;

const quotaIn = (context: StageSource["context"]): number =>
  numberOr(textOf(context(deploymentFacts.quota)), USUAL_QUOTA);

const textOf = (value: unknown): string | null => (value == null ? null : String(value));

/** @throws Error with one sentence for misplaced options, or options that do not exist */
function refuseUnknown(
  file: string,
  values: Readonly<Record<string, unknown>>,
  context: StageSource["context"],
): void {
  if (context("stages") !== undefined) {
    throw new Error(`cdk.json is the project's: move its "stages" to ${file}, which is yours.`);
  }
  const known = new Set<string>([
    ...optionNames,
    ...settingNames(),
    ...credentials.map((one) => one.name),
    ...givenByStacks,
  ]);
  const unknown = Object.keys(values).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${file}: there is no option ${unknown.join(", ")}.`);
}

function frontOf(domain: Domain | null, context: StageSource["context"]): Stage["front"] {
  if (domain === null) throw new Error("front needs a domain: domainName and certificateArn.");
  return {
    webAclArn: textOf(context(deploymentFacts.webAclArn)),
    secretHashes: textOf(context(deploymentFacts.frontHashes)),
    secretVersion: textOf(context(deploymentFacts.frontVersion)),
  };
}
