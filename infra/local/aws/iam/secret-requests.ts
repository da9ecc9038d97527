import type { AwsCall } from "#infra/local/aws/protocol/aws-json-server.ts";
import type { Request } from "./evaluate.ts";

/**
 * What a Secrets Manager call asks for. AWS checks an entry's full ARN, with the six characters that
 * the store puts behind every name, and the bare name for one that is still to be created.
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
