import { Stack, Token } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import type { Stage } from "./stage.ts";

/** An account and a region, as far as they are known. */
export interface Place {
  account: string | undefined;
  region: string | undefined;
}

/**
 * Refuses a deployment to an account or region other than the one in the stage's options.
 * @param actual where the shell's credentials lead; undefined: unknown
 * @throws Error with one sentence
 */
export function checkPlace(
  { account, region }: Pick<Stage, "account" | "region">,
  actual: Place,
): void {
  for (const [what, pinned, found] of [
    ["account", account, actual.account],
    ["region", region, actual.region],
  ] as const) {
    if (pinned === null || found === undefined || pinned === found) continue;
    throw new Error(
      `The stage's ${what} is ${pinned}, but the credentials and settings of this shell lead to ${found}.`,
    );
  }
}

/**
 * The id of a finding as cdk-nag writes it for a construct's stack. It contains the account and region
 * from the stage's options, and a pseudo parameter such as `<AWS::Region>` only if the options have
 * none.
 */
export function findingIn(construct: IConstruct, id: string): string {
  const { account, region, partition } = Stack.of(construct);
  const known = { Partition: partition, Region: region, AccountId: account };
  return Object.entries(known).reduce(
    (text, [name, value]) =>
      Token.isUnresolved(value) ? text : text.replaceAll(`<AWS::${name}>`, value),
    id,
  );
}
