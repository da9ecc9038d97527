import type { Request } from "#infra/local/aws/iam/evaluate.ts";
import type { AwsCall } from "#infra/local/aws/protocol/aws-json-server.ts";

interface Tag {
  TagKey: string;
  TagValue: string;
}

/**
 * The IAM requests of a KMS call: for the key by ARN, with its tags; for CreateKey with the tags in
 * the request.
 * @param keyArnPrefix `arn:…:key/`; a key's id follows
 */
export function logKeyRequests(
  { action, input }: Pick<AwsCall, "action" | "input">,
  tags: readonly Tag[],
  keyArnPrefix: string,
): Request[] {
  const tagged = (kind: "RequestTag" | "ResourceTag") =>
    Object.fromEntries(tags.map(({ TagKey, TagValue }) => [`aws:${kind}/${TagKey}`, [TagValue]]));
  const text = (value: unknown): string[] => (typeof value === "string" ? [value] : []);
  if (action === "CreateKey") {
    const context = {
      ...tagged("RequestTag"),
      "kms:KeySpec": text(input.KeySpec),
      "kms:KeyUsage": text(input.KeyUsage),
    };
    const made = { action: "kms:CreateKey", resource: "*", context };
    return tags.length === 0
      ? [made]
      : [made, { ...made, action: "kms:TagResource", resource: `${keyArnPrefix}new` }];
  }
  const id = String(input.KeyId ?? "");
  return [
    {
      action: `kms:${action}`,
      resource: id.startsWith("arn:") ? id : `${keyArnPrefix}${id}`,
      context: {
        ...tagged("ResourceTag"),
        "kms:MessageType": text(input.MessageType),
        "kms:SigningAlgorithm": text(input.SigningAlgorithm),
      },
    },
  ];
}
