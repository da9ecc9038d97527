import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Bus } from "./bus.ts";
import {
  busNameOf,
  DEFAULT_BUS,
  fields,
  limitExceeded,
  mustFindBus,
  pageOf,
  parse,
  type Read,
  type Write,
} from "./calls.ts";
import { policyText } from "./policy.ts";

const createInput = z.object({
  Name: fields.busName,
  Tags: fields.tags,
});

export const createEventBus: Write = (buses, input, { at, account, region, quotas }) => {
  const asked = parse(createInput, input);
  if (asked.Name.includes("/")) {
    throw new AwsError(
      "ValidationException",
      "Event bus name must not contain '/'. The name of a partner event bus follows its source.",
    );
  }
  if (buses.has(asked.Name)) {
    throw new AwsError("ResourceAlreadyExistsException", `Event bus ${asked.Name} already exists.`);
  }
  if (buses.size >= quotas.buses) throw limitExceeded();
  const bus: Bus = {
    name: asked.Name,
    arn: `arn:aws:events:${region}:${account}:event-bus/${asked.Name}`,
    createdAt: at,
    changedAt: at,
    tags: Object.fromEntries(asked.Tags.map(({ Key, Value }) => [Key, Value])),
    statements: [],
    rules: [],
  };
  buses.set(bus.name, bus);
  return { EventBusArn: bus.arn };
};

/** Deleting a missing bus succeeds; a bus that still has rules is not deleted. */
export const deleteEventBus: Write = (buses, input) => {
  const { Name } = parse(z.object({ Name: z.string().min(1).max(256) }), input);
  if (busNameOf(Name) === DEFAULT_BUS) {
    throw new AwsError("ValidationException", "Cannot delete event bus default.");
  }
  const bus = buses.get(busNameOf(Name));
  if (bus !== undefined && bus.rules.length > 0) {
    throw new AwsError("ValidationException", "EventBus can't be deleted since it has rules.");
  }
  if (bus !== undefined) buses.delete(bus.name);
  return {};
};

export const describeEventBus: Read = (buses, input) => {
  const { Name } = parse(z.object({ Name: fields.busNameOrArn }), input);
  return summaryOf(mustFindBus(buses, Name));
};

const listInput = z.object({
  NamePrefix: z.string().optional(),
  Limit: fields.limit,
  NextToken: fields.nextToken,
});

export const listEventBuses: Read = (buses, input) => {
  const { NamePrefix = "", ...paging } = parse(listInput, input);
  const found = [...buses.values()].filter(({ name }) => name.startsWith(NamePrefix));
  const { page, NextToken } = pageOf(found, ({ name }) => name, paging);
  return { EventBuses: page.map(summaryOf), NextToken };
};

const summaryOf = (bus: Bus) => ({
  Name: bus.name,
  Arn: bus.arn,
  Policy: policyText(bus),
  CreationTime: bus.createdAt / 1000,
  LastModifiedTime: bus.changedAt / 1000,
});
