import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse } from "#infra/local/aws/protocol/state-calls.ts";
import type { Bus } from "./bus.ts";
import { busNameOf, type Call, DEFAULT_BUS, fields, limitExceeded, mustFindBus } from "./calls.ts";
import { policyText } from "./policy.ts";

const createInput = z.object({
  Name: fields.busName,
  Tags: fields.tags,
});

export const createEventBus: Call = (buses, input, { at, account, region, quotas }) => {
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
export const deleteEventBus: Call = (buses, input) => {
  const { Name } = parse(z.object({ Name: fields.busName }), input);
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

export const describeEventBus: Call = (buses, input) => {
  const { Name } = parse(z.object({ Name: fields.busNameOrArn }), input);
  const bus = mustFindBus(buses, Name);
  return {
    Name: bus.name,
    Arn: bus.arn,
    Policy: policyText(bus),
    CreationTime: bus.createdAt / 1000,
    LastModifiedTime: bus.changedAt / 1000,
  };
};

/** The tags that a bus was created with. */
export const listTagsForResource: Call = (buses, input) => {
  const { ResourceARN } = parse(z.object({ ResourceARN: z.string().min(1).max(1600) }), input);
  const bus = [...buses.values()].find(({ arn }) => arn === ResourceARN);
  if (bus === undefined) {
    throw new AwsError("ResourceNotFoundException", `${ResourceARN} does not exist.`);
  }
  return { Tags: Object.entries(bus.tags).map(([Key, Value]) => ({ Key, Value })) };
};
