import { getItem } from "#shared/store/read.ts";

/*
 * One item read through the SDK's document client as functions use it, and nothing else: no edge,
 * no schema, no rules. Its cost is the share that our own code cannot reduce.
 */
export const handler = async () => {
  const item = await getItem({ pk: "NOTHING", sk: "NOTHING" });
  return { statusCode: item === null ? 404 : 200, body: "{}" };
};
