import type { Node } from "constructs";
import { credentials, functionUnits, scheduleOptions, settingsOf } from "#infra/functions.ts";
import { type StageOptionName, stageOptions } from "#infra/options/stage-options.ts";
import { valuesOf } from "#infra/options/values.ts";
import { type Kind, kinds } from "#shared/routes/contract/setting-kinds.ts";
import { givenByStacks, type SettingName, settingRows } from "#shared/routes/contract/settings.ts";
import {
  type Domain,
  deploymentFacts,
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
  refuseFront,
  refuseGivenByStacks,
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

/**
 * Reads the stage from the CDK context: the options from the operator's own file, which
 * `bin/app.ts` puts there as `options`; a `-c` on the command line overrides them.
 * @throws Error with one sentence if the stage cannot be deployed
 */
export function stageFromContext(node: Node): Stage {
  const name = String(node.tryGetContext("stage") ?? "dev");
  refuseStageName(name);
  const inFile = fileValues(node, name);
  const isGiven = (key: string) => (node.tryGetContext(key) ?? inFile[key]) != null;
  refuseCredentials(credentials.map(({ name }) => name).filter(isGiven));
  refuseGivenByStacks(givenByStacks.filter(isGiven));
  const read: Read = (key, kind) => valuesOf(key, kind, node.tryGetContext(key) ?? inFile[key]);
  const settings = settingsIn(read);
  const options = optionsIn(read);
  const one = (key: StageOptionName): string | null => options[key]?.[0] ?? null;
  const many = (key: StageOptionName): string[] => options[key] ?? [];
  const keptIssuer = read(deploymentFacts.keptIssuer, kinds.https)?.[0];
  const region = one("region");
  const domain = domainOf("domainName", "certificateArn", one, region);
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
    issuer: issuerOf(one("issuer"), many("audience")),
    recipients: recipientsOf(many("alarmRecipients"), many("urgentAlarmRecipients")),
    monthlyBudgetUsd: numberOr(one("monthlyBudgetUsd"), null),
    lambdaConcurrency: numberOr(one("lambdaConcurrency"), quotaIn(node)),
    reserveConcurrency: one("reserveConcurrency") !== "false",
    logRetentionDays: numberOr(one("logRetentionDays"), 90),
    adminPasswordAuth: one("adminPasswordAuth") === "true",
    permissionsBoundary: one("permissionsBoundary"),
    restoredTable: one("restoredTable"),
    anchorsBucket: one("anchorsBucket"),
    mailDomain: one("mailDomain"),
    front: one("front") === "true" ? frontOf(domain, region, node) : null,
    backupVaultArn: one("backupVaultArn"),
    secretReplicaRegions: replicaRegions(many("secretReplicaRegions"), region),
    credentials: credentialsOf(many("credentials")),
    settings:
      keptIssuer === undefined || settings.OIDC_ISSUER_URL !== undefined
        ? settings
        : { ...settings, OIDC_ISSUER_URL: keptIssuer },
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

const numberOr = <Otherwise>(text: string | null, otherwise: Otherwise): number | Otherwise =>
  text === null ? otherwise : Number(text);

/** Lambda's default quota, for a synthesis that knows no account. */
const USUAL_QUOTA = 1000;

const quotaIn = (node: Node): number =>
  numberOr(node.tryGetContext(deploymentFacts.quota) ?? null, USUAL_QUOTA);

function fileValues(node: Node, stage: string): Record<string, unknown> {
  const file = optionsFileOf(stage);
  if (node.tryGetContext("stages") !== undefined) {
    throw new Error(`cdk.json is the project's: move stages.${stage} to ${file}, which is yours.`);
  }
  const values: Record<string, unknown> = node.tryGetContext("options") ?? {};
  const known = new Set<string>([
    ...optionNames,
    ...settingNames(),
    ...credentials.map((one) => one.name),
    ...givenByStacks,
  ]);
  const unknown = Object.keys(values).filter((key) => !known.has(key));
  if (unknown.length > 0) throw new Error(`${file}: there is no option ${unknown.join(", ")}.`);
  return values;
}

function frontOf(domain: Domain | null, region: string | null, node: Node): Stage["front"] {
  refuseFront(domain, region);
  return {
    secretHashes: node.tryGetContext(deploymentFacts.frontHashes) ?? null,
    secretVersion: node.tryGetContext(deploymentFacts.frontVersion) ?? null,
  };
}
