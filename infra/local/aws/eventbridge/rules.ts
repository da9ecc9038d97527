import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Bus, Rule } from "./bus.ts";
import {
  DEFAULT_BUS,
  fields,
  limitExceeded,
  mustFindBus,
  mustFindRule,
  pageOf,
  parse,
  type Read,
  refuseIfManaged,
  type Write,
} from "./calls.ts";
import { readEventPattern } from "./event-pattern.ts";
import { tagsOf } from "./tags.ts";

const putInput = z.object({
  Name: fields.ruleName,
  EventBusName: fields.busNameOrArn,
  EventPattern: z.string().max(4096).optional(),
  ScheduleExpression: z.string().max(256).optional(),
  State: z
    .enum(["ENABLED", "DISABLED", "ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS"])
    .default("ENABLED"),
  Description: fields.description,
  RoleArn: z.string().optional(),
  Tags: fields.tags,
});

/** An upsert: what the call leaves out is null afterwards, tags of an existing rule excepted. */
export const putRule: Write = (buses, input, { account, region, quotas }) => {
  const asked = parse(putInput, input);
  const bus = mustFindBus(buses, asked.EventBusName);
  if (asked.EventPattern === undefined && asked.ScheduleExpression === undefined) {
    const message = "Parameter(s) EventPattern or ScheduleExpression must be specified.";
    throw new AwsError("ValidationException", message);
  }
  if (asked.ScheduleExpression !== undefined && bus.name !== DEFAULT_BUS) {
    const message = "ScheduleExpression is supported only on the default event bus.";
    throw new AwsError("ValidationException", message);
  }
  if (asked.EventPattern !== undefined) {
    readEventPattern(asked.EventPattern);
    if (asked.EventPattern.length > quotas.patternCharacters) throw limitExceeded();
  }
  const before = bus.rules.find(({ name }) => name === asked.Name);
  if (before !== undefined) refuseIfManaged(before, false);
  if (before === undefined && bus.rules.length >= quotas.rulesPerBus) throw limitExceeded();
  const inBus = bus.name === DEFAULT_BUS ? "" : `${bus.name}/`;
  const rule: Rule = {
    name: asked.Name,
    arn: `arn:aws:events:${region}:${account}:rule/${inBus}${asked.Name}`,
    pattern: asked.EventPattern ?? null,
    schedule: asked.ScheduleExpression ?? null,
    state: asked.State,
    description: asked.Description ?? null,
    roleArn: asked.RoleArn ?? null,
    managedBy: null,
    tags: before?.tags ?? tagsOf(asked.Tags),
    targets: before?.targets ?? [],
  };
  bus.rules = [...bus.rules.filter(({ name }) => name !== rule.name), rule];
  return { RuleArn: rule.arn };
};

const ruleInput = z.object({
  Name: fields.ruleName,
  EventBusName: fields.busNameOrArn,
  Force: z.boolean().default(false),
});

export const describeRule: Read = (buses, input, { account }) => {
  const { Name, EventBusName } = parse(ruleInput, input);
  const bus = mustFindBus(buses, EventBusName);
  return { ...summaryOf(mustFindRule(bus, Name), bus), CreatedBy: account };
};

/** A rule that is not there counts as deleted; one with targets stays. */
export const deleteRule: Write = (buses, input) => {
  const { Name, EventBusName, Force } = parse(ruleInput, input);
  const bus = mustFindBus(buses, EventBusName);
  const rule = bus.rules.find((entry) => entry.name === Name);
  if (rule === undefined) return {};
  refuseIfManaged(rule, Force);
  if (rule.targets.length > 0) {
    throw new AwsError("ValidationException", "Rule can't be deleted since it has targets.");
  }
  bus.rules = bus.rules.filter((entry) => entry !== rule);
  return {};
};

const setState =
  (state: string): Write =>
  (buses, input) => {
    const { Name, EventBusName } = parse(ruleInput, input);
    const rule = mustFindRule(mustFindBus(buses, EventBusName), Name);
    refuseIfManaged(rule, false);
    rule.state = state;
    return {};
  };

export const enableRule = setState("ENABLED");
export const disableRule = setState("DISABLED");

const listInput = z.object({
  EventBusName: fields.busNameOrArn,
  NamePrefix: z.string().optional(),
  Limit: fields.limit,
  NextToken: fields.nextToken,
});

/** Without EventBusName these are the rules of the default bus. */
export const listRules: Read = (buses, input) => {
  const { EventBusName, NamePrefix = "", ...paging } = parse(listInput, input);
  const bus = mustFindBus(buses, EventBusName);
  const found = bus.rules.filter(({ name }) => name.startsWith(NamePrefix));
  const { page, NextToken } = pageOf(found, ({ name }) => name, paging);
  return { Rules: page.map((rule) => summaryOf(rule, bus)), NextToken };
};

const summaryOf = (rule: Rule, bus: Bus) => ({
  Name: rule.name,
  Arn: rule.arn,
  EventPattern: rule.pattern ?? undefined,
  ScheduleExpression: rule.schedule ?? undefined,
  State: rule.state,
  Description: rule.description ?? undefined,
  RoleArn: rule.roleArn ?? undefined,
  ManagedBy: rule.managedBy ?? undefined,
  EventBusName: bus.name,
});

const ENVELOPE = ["id", "account", "source", "time", "region", "resources", "detail-type"];

/** TestEventPattern: the same matcher that delivers. */
export const testEventPattern: Read = (_, input) => {
  const asked = parse(z.object({ EventPattern: z.string(), Event: z.string() }), input);
  const test = readEventPattern(asked.EventPattern);
  let event: unknown;
  try {
    event = JSON.parse(asked.Event);
  } catch {
    throw new AwsError("ValidationException", "Parameter Event is not valid JSON.");
  }
  const missing = ENVELOPE.filter((name) => !Object.hasOwn(Object(event), name));
  if (missing.length > 0) {
    const message = `Parameter Event is not valid. Reason: Missing ${missing.join(", ")}.`;
    throw new AwsError("ValidationException", message);
  }
  return { Result: test(event) };
};
