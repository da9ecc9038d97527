import { stackName } from "#infra/aws/naming.ts";
import { type Aws, read } from "../aws/cli.ts";

/** What a deployed stage says about itself, in the outputs of its stacks; null: not deployed. */
export interface DeployedStage {
  /** Names of its options. */
  options: readonly string[];
  /** Executions that it reserves. */
  reserved: number;
  baseUrl: string | null;
  appUrl: string | null;
  issuer: string | null;
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
    reserved: Number(edge.ReservedConcurrency ?? 0),
    baseUrl: edge.BaseUrl ?? null,
    appUrl: edge.AppUrl ?? null,
    issuer: edge.OidcIssuer ?? null,
  };
}

/** A stack's outputs by name; null: there is no such stack. */
export function outputsOf(aws: Aws, name: string): Outputs | null {
  const answer = aws(["cloudformation", "describe-stacks", "--stack-name", name]);
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

/** Stacks that an option asks for, in the order in which they can be removed, first of all. */
const optionalParts: Readonly<Record<string, (options: Options) => boolean>> = {
  Front: ({ front }) => String(front) === "true",
  Backup: ({ backupVaultArn }) => isGiven(backupVaultArn),
  Mail: ({ mailDomain }) => isGiven(mailDomain),
};

type Options = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): boolean => typeof value === "string" && value !== "";

/** The optional parts that these options ask for. */
export const partsAskedFor = (options: Options): string[] =>
  Object.entries(optionalParts).flatMap(([part, isAsked]) => (isAsked(options) ? [part] : []));

/** Optional stacks that are deployed although no option asks for them any more. */
export const leftOverStacks = (aws: Aws, stage: string, options: Options): string[] =>
  Object.entries(optionalParts)
    .filter(([, isAsked]) => !isAsked(options))
    .map(([part]) => stackName(stage, part))
    .filter((name) => outputsOf(aws, name) !== null);
