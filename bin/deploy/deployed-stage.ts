import { stackName } from "#infra/aws/naming.ts";
import { partsInUse } from "#infra/aws/parts.ts";
import { FRONT_REGION } from "#infra/aws/stage.ts";
import { type Aws, read } from "../aws/cli.ts";

/** Where a stage answers, where its pages are, and what its tokens name as their issuer. */
export interface Addresses {
  base_url: string;
  app_url: string;
  issuer: string;
}

/** What a deployed stage states about itself in its stacks' outputs; null: not deployed. */
export interface DeployedStage {
  /** Names of its options. */
  options: readonly string[];
  /** How many executions it reserves. */
  reserved: number;
  /** null: the Edge stack, which names them, is not deployed (any more). */
  addresses: Addresses | null;
  /** The evidence log's name; null: as above. */
  logOrigin: string | null;
}

type Outputs = Readonly<Record<string, string>>;

/** @throws Error with AWS's message */
export function deployedStage(aws: Aws, stage: string): DeployedStage | null {
  const state = outputsOf(aws, stackName(stage, "State"));
  if (state === null) return null;
  const edge = outputsOf(aws, stackName(stage, "Edge")) ?? {};
  const { Options: options = "none" } = state;
  return {
    options: options === "none" ? [] : options.split(","),
    reserved: Number(edge.ReservedConcurrency ?? reservedByParts(aws, stage)),
    addresses: addressesIn(edge),
    logOrigin: edge.LogOrigin ?? null,
  };
}

/** What the stacks of functions reserve if the Edge stack, which states the sum, is not deployed. */
const reservedByParts = (aws: Aws, stage: string): number =>
  partsInUse()
    .map((part) => Number(outputsOf(aws, stackName(stage, part))?.ReservedConcurrency ?? 0))
    .reduce((sum, one) => sum + one, 0);

const addressesIn = ({ BaseUrl, AppUrl, OidcIssuer }: Outputs): Addresses | null =>
  BaseUrl === undefined || AppUrl === undefined || OidcIssuer === undefined
    ? null
    : { base_url: BaseUrl, app_url: AppUrl, issuer: OidcIssuer };

/**
 * The region in which a stage of that name is deployed although its options name another; null: none. A
 * region that is switched off or that we may not read counts as having no stage.
 */
export function regionElsewhere(aws: Aws, stage: string, region: string): string | null {
  const { Regions } = read<{ Regions: { RegionName: string }[] }>(aws(["ec2", "describe-regions"]));
  const others = Regions.map(({ RegionName }) => RegionName).filter((name) => name !== region);
  return others.find((other) => isDeployedIn(aws, stage, other)) ?? null;
}

const isDeployedIn = (aws: Aws, stage: string, region: string): boolean =>
  aws([
    "cloudformation",
    "describe-stacks",
    "--stack-name",
    stackName(stage, "State"),
    "--region",
    region,
  ]).outcome === "done";

/** A stack's outputs by name; null: there is no such stack. @param region by default the stage's */
export function outputsOf(aws: Aws, name: string, region?: string): Outputs | null {
  const where = region === undefined ? [] : ["--region", region];
  const answer = aws(["cloudformation", "describe-stacks", "--stack-name", name, ...where]);
  if (answer.outcome === "refused" && /does not exist/.test(answer.reason)) return null;
  const { Stacks: [stack] = [] } =
    read<{
      Stacks?: { Outputs?: { OutputKey: string; OutputValue: string }[] }[];
    }>(answer) ?? {};
  if (stack === undefined) throw new Error("aws cloudformation describe-stacks gave no answer.");
  return Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]),
  );
}

type Options = Readonly<Record<string, unknown>>;

const asksForFront = ({ front }: Options): boolean => String(front) === "true";
const isGiven = (value: unknown): boolean => typeof value === "string" && value !== "";

/** Stacks that an option turns on, in the order in which they can be removed, before all others. */
const optionalParts: readonly {
  part: string;
  isAsked: (options: Options) => boolean;
  /** Given only if it is not the stage's. */
  region?: string;
}[] = [
  { part: "Front", isAsked: asksForFront },
  { part: "Firewall", isAsked: asksForFront, region: FRONT_REGION },
  { part: "Backup", isAsked: ({ backupVaultArn }) => isGiven(backupVaultArn) },
  { part: "Mail", isAsked: ({ mailDomain }) => isGiven(mailDomain) },
];

/** The optional parts that these options turn on. */
export const partsAskedFor = (options: Options): string[] =>
  optionalParts.filter(({ isAsked }) => isAsked(options)).map(({ part }) => part);

/** Optional stacks that are still deployed although no option turns them on, and their regions. */
export const leftOverStacks = (
  aws: Aws,
  stage: string,
  options: Options,
): { name: string; where: string[] }[] =>
  optionalParts
    .filter(({ isAsked }) => !isAsked(options))
    .map(({ part, region }) => ({ name: stackName(stage, part), region }))
    .filter(({ name, region }) => outputsOf(aws, name, region) !== null)
    .map(({ name, region }) => ({ name, where: region === undefined ? [] : ["--region", region] }));
