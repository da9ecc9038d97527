import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import type { Rule } from "./bus.ts";
import { type Call, DEFAULT_BUS, fields, limitExceeded, mustFindBus } from "./calls.ts";
import { readEventPattern } from "./event-pattern.ts";

const putInput = z.object({
  Name: fields.ruleName,
  EventBusName: fields.busNameOrArn,
  EventPattern: z.string(),
  State: z.literal("ENABLED").default("ENABLED"),
  Description: fields.description,
});

/** An upsert: members that the call omits become null; the targets are kept. */
export const putRule: Call = (buses, input, { account, region, quotas }) => {
  const asked = parse(putInput, input);
  const bus = mustFindBus(buses, asked.EventBusName);
  readEventPattern(asked.EventPattern);
  if (asked.EventPattern.length > quotas.patternCharacters) throw limitExceeded();
  const before = bus.rules.find(({ name }) => name === asked.Name);
  if (before === undefined && bus.rules.length >= quotas.rulesPerBus) throw limitExceeded();
  const inBus = bus.name === DEFAULT_BUS ? "" : `${bus.name}/`;
  const rule: Rule = {
    name: asked.Name,
    arn: `arn:aws:events:${region}:${account}:rule/${inBus}${asked.Name}`,
    pattern: asked.EventPattern,
    description: asked.Description ?? null,
    targets: before?.targets ?? [],
  };
  bus.rules = [...bus.rules.filter(({ name }) => name !== rule.name), rule];
  return { RuleArn: rule.arn };
};

const ruleInput = z.object({ Name: fields.ruleName, EventBusName: fields.busNameOrArn });

/** Deleting a missing rule succeeds. A rule that still has targets is not deleted. */
export const deleteRule: Call = (buses, input) => {
  const { Name, EventBusName } = parse(ruleInput, input);
  const bus = mustFindBus(buses, EventBusName);
  const rule = bus.rules.find((entry) => entry.name === Name);
  if (rule === undefined) return {};
  if (rule.targets.length > 0) {
    throw new AwsError("ValidationException", "Rule can't be deleted since it has targets.");
  }
  bus.rules = bus.rules.filter((entry) => entry !== rule);
  return {};
};
