import { keyRequests } from "#infra/local/aws/iam/key-requests.ts";
import { SECRET_ARN_PREFIX } from "#infra/local/aws/resources.ts";
import type { AwsService } from "#infra/local/aws/service.ts";
import { secretRequests } from "./requests.ts";
import { startSecretsManager } from "./secrets-manager.ts";

export const secretsManager = {
  sdkName: "SECRETS_MANAGER",
  start: async ({ arns, stateOf, now, check, faults, onUnforeseen }) => ({
    settings: arns.secretsKeyArn === null ? {} : { SECRETS_KEY_ARN: arns.secretsKeyArn },
    ...(await startSecretsManager({
      file: stateOf("secrets.json"),
      now,
      region: arns.region,
      authorize: (call) => {
        faults.onSecretCall?.(call);
        check(call.accessKeyId, [
          ...secretRequests(call, SECRET_ARN_PREFIX),
          ...keyRequests("secretsmanager", call.action, arns),
        ]);
      },
      onUnforeseen,
    })),
  }),
} satisfies AwsService;
