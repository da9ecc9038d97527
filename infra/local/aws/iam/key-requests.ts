import type { ResourceArns } from "#infra/policies/statement.ts";
import type { Request } from "./evaluate.ts";

/** What each service does with the customer managed key on the caller's behalf, by operation. */
const keyActions = {
  dynamodb: (operation: string): string[] =>
    /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(operation)
      ? ["kms:Decrypt", "kms:GenerateDataKey"]
      : ["kms:Decrypt"],
  secretsmanager: (operation: string): string[] => {
    if (operation === "GetSecretValue") return ["kms:Decrypt"];
    const writes = operation === "CreateSecret" || operation === "PutSecretValue";
    return writes ? ["kms:Decrypt", "kms:GenerateDataKey"] : [];
  },
} as const;

/**
 * The additional IAM requests of a call that uses a customer managed key for encryption: the caller
 * must be allowed to use the key through the service.
 */
export function keyRequests(
  service: keyof typeof keyActions,
  operation: string,
  {
    tableKeyArn,
    secretsKeyArn,
    region,
  }: Pick<ResourceArns, "tableKeyArn" | "secretsKeyArn" | "region">,
): Request[] {
  const resource = service === "dynamodb" ? tableKeyArn : secretsKeyArn;
  if (resource === null) return [];
  return keyActions[service](operation).map((action) => ({
    action,
    resource,
    context: { "kms:ViaService": [`${service}.${region}.amazonaws.com`] },
  }));
}
