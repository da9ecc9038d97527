import * as z from "zod";
import { AwsError } from "#infra/local/aws/protocol/aws-json-server.ts";
import { fields, parse, requireUsableSecret, type Write } from "./calls.ts";
import { type Secret, withSecret } from "./secret.ts";

const TAGS_LIMIT = 50;

const tagInput = z.object({ SecretId: fields.secretId, Tags: fields.tags });

/** TagResource: adds tags; a key that is there already gets the new value. */
export const tagResource: Write = (secrets, input, { at }) => {
  const asked = parse(tagInput, input);
  const secret = requireUsableSecret(secrets, asked.SecretId);
  const tags = mergeTags(secret.tags, asked.Tags);
  return { answer: {}, next: withSecret(secrets, { ...secret, tags, changedAt: at }) };
};

/** The tags in order of first use, the last value of each key. */
export function mergeTags(old: Secret["tags"], added: Secret["tags"]): Secret["tags"] {
  const values = new Map([...old, ...added].map(({ Key, Value }) => [Key, Value]));
  if (values.size > TAGS_LIMIT) {
    const message = `A secret can have at most ${TAGS_LIMIT} tags.`;
    throw new AwsError("InvalidParameterException", message);
  }
  return [...values].map(([Key, Value]) => ({ Key, Value }));
}
