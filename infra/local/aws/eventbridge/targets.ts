import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import { type Target, targetSchema } from "./bus.ts";
import { type Call, fields, limitExceeded, mustFindBus, mustFindRule } from "./calls.ts";

const ofRule = z.object({ Rule: fields.ruleName, EventBusName: fields.busNameOrArn });

const putInput = ofRule.extend({
  Targets: z.array(targetSchema).min(1).max(100),
});

/** Replaces existing targets with the same ids. */
export const putTargets: Call = (buses, input, { quotas }) => {
  const asked = parse(putInput, input);
  const rule = mustFindRule(mustFindBus(buses, asked.EventBusName), asked.Rule);
  asked.Targets.forEach(refuseFaults);
  const given = new Set(asked.Targets.map(({ Id }) => Id));
  const targets = [...rule.targets.filter(({ Id }) => !given.has(Id)), ...asked.Targets];
  if (targets.length > quotas.targetsPerRule) throw limitExceeded();
  rule.targets = targets;
  return { FailedEntryCount: 0, FailedEntries: [] };
};

function refuseFaults(target: Target): void {
  const { Arn, Id, InputTransformer } = target;
  const refuse = (reason: string) => {
    throw new AwsError("ValidationException", `${reason} for target ${Id}.`);
  };
  if (!/^arn:[\w-]+:[\w-]+:[\w-]*:\d*:.+$/.test(Arn)) {
    refuse(`Parameter ${Arn} is not valid. Reason: Provided Arn is not in correct format`);
  }
  if (InputTransformer !== undefined && Arn.split(":")[2] === "events") {
    refuse("InputTransformer is not supported");
  }
}

const removeInput = ofRule.extend({
  Ids: z.array(z.string()).min(1).max(100),
});

/** An unknown id is reported as a failed entry, with HTTP 200. */
export const removeTargets: Call = (buses, input) => {
  const { Rule, EventBusName, Ids } = parse(removeInput, input);
  const rule = mustFindRule(mustFindBus(buses, EventBusName), Rule);
  const unknown = Ids.filter((id) => !rule.targets.some((target) => target.Id === id));
  rule.targets = rule.targets.filter(({ Id }) => !Ids.includes(Id));
  const FailedEntries = unknown.map((id) => ({
    TargetId: id,
    ErrorCode: "ResourceNotFoundException",
    ErrorMessage: `Rule ${Rule} does not have a target with the Id ${id}.`,
  }));
  return { FailedEntryCount: FailedEntries.length, FailedEntries };
};

/** Lists all on one page. */
export const listTargetsByRule: Call = (buses, input) => {
  const { Rule, EventBusName } = parse(ofRule, input);
  return { Targets: mustFindRule(mustFindBus(buses, EventBusName), Rule).targets };
};
