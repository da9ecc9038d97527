import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { parse, type Read } from "./calls.ts";

/** The tags that a bus was created with. */
export const listTagsForResource: Read = (buses, input) => {
  const { ResourceARN } = parse(z.object({ ResourceARN: z.string().min(1).max(1600) }), input);
  const bus = [...buses.values()].find(({ arn }) => arn === ResourceARN);
  if (bus === undefined) {
    throw new AwsError("ResourceNotFoundException", `${ResourceARN} does not exist.`);
  }
  return { Tags: Object.entries(bus.tags).map(([Key, Value]) => ({ Key, Value })) };
};
