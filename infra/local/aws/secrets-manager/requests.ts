import type { Request } from "#infra/local/aws/iam/evaluate.ts";
import type { AwsCall } from "#infra/local/aws/protocol/aws-json-server.ts";

/**
 * The IAM requests of a Secrets Manager call. AWS checks an entry's full ARN, including the six
 * random characters after the name; for an entry that does not exist yet, it checks the bare name.
 * @param secretArnPrefix `arn:…:secret:`; a name follows
 */
export function secretRequests(
  { action, input }: Pick<AwsCall, "action" | "input">,
  secretArnPrefix: string,
): Request[] {
  const name = action === "CreateSecret" ? input.Name : input.SecretId;
  return [
    {
      action: `secretsmanager:${action}`,
      resource: typeof name === "string" ? arnOf(action, name, secretArnPrefix) : "*",
      context: {},
    },
  ];
}

function arnOf(action: string, name: string, prefix: string): string {
  if (name.startsWith("arn:")) return name;
  return action === "CreateSecret" ? `${prefix}${name}` : `${prefix}${name}-AAAAAA`;
}
