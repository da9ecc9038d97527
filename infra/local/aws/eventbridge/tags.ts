import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Bus, Buses, Rule } from "./bus.ts";
import { fields, parse, type Read, type Write } from "./calls.ts";

export const tagsOf = (list: readonly { Key: string; Value: string }[]): Record<string, string> =>
  Object.fromEntries(list.map(({ Key, Value }) => [Key, Value]));

const arnInput = z.object({ ResourceARN: z.string().min(1).max(1600) });

function mustFindTagged(buses: Buses, arn: string): Bus | Rule {
  for (const bus of buses.values()) {
    const found = [bus, ...bus.rules].find((entry) => entry.arn === arn);
    if (found !== undefined) return found;
  }
  throw new AwsError("ResourceNotFoundException", `${arn} does not exist.`);
}

export const tagResource: Write = (buses, input) => {
  const { ResourceARN, Tags } = parse(arnInput.extend({ Tags: fields.tags }), input);
  const tagged = mustFindTagged(buses, ResourceARN);
  tagged.tags = { ...tagged.tags, ...tagsOf(Tags) };
  return {};
};

export const untagResource: Write = (buses, input) => {
  const asked = parse(arnInput.extend({ TagKeys: z.array(z.string()) }), input);
  const tagged = mustFindTagged(buses, asked.ResourceARN);
  tagged.tags = Object.fromEntries(
    Object.entries(tagged.tags).filter(([key]) => !asked.TagKeys.includes(key)),
  );
  return {};
};

export const listTagsForResource: Read = (buses, input) => {
  const { tags } = mustFindTagged(buses, parse(arnInput, input).ResourceARN);
  return { Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) };
};
