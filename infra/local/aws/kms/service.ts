import type { AwsService } from "#infra/local/aws/service.ts";
import {
  CLEARANCE_KEY_TAG,
  LINK_KEY_TAG,
  LOG_KEY_TAG,
  ROWS_KEY_TAG,
  WEBHOOK_KEY_TAG,
} from "#infra/policies/log.ts";
import { startKms } from "./kms.ts";
import { logKeyRequests } from "./requests.ts";

/** Has the keys that a deployment creates: the evidence log's, statements', webhooks' and links'. */
export const kms = {
  sdkName: "KMS",
  start: async ({ arns, stateOf, now, check, faults, onUnforeseen }) => {
    const { keyArnPrefix, logKeyTag } = arns;
    const keys = await startKms({
      file: stateOf("signing-keys.json"),
      now,
      keyArnPrefix,
      authorize: (call, tags) => {
        faults.onKeyCall?.(call);
        check(call.accessKeyId, logKeyRequests(call, tags, keyArnPrefix));
      },
      onUnforeseen,
    });
    const tags = [{ TagKey: LOG_KEY_TAG, TagValue: logKeyTag }];
    const rowsTags = [{ TagKey: ROWS_KEY_TAG, TagValue: logKeyTag }];
    const clearanceTags = [{ TagKey: CLEARANCE_KEY_TAG, TagValue: logKeyTag }];
    const webhookTags = [{ TagKey: WEBHOOK_KEY_TAG, TagValue: logKeyTag }];
    const linkTags = [{ TagKey: LINK_KEY_TAG, TagValue: logKeyTag }];
    const settings = {
      CLEARANCE_KEY_ARN: await keys.firstKey("ECC_NIST_EDWARDS25519", clearanceTags),
      CLEARANCE_KEY_TAG: logKeyTag,
      WEBHOOK_KEY_ARN: await keys.firstKey("SYMMETRIC_DEFAULT", webhookTags),
      LINK_KEY_ARN: await keys.firstKey("SYMMETRIC_DEFAULT", linkTags),
      EVIDENCE_LOG_KEY_ARN: await keys.firstKey("ECC_NIST_EDWARDS25519", tags),
      EVIDENCE_LOG_ML_DSA_KEY_ARN: await keys.firstKey("ML_DSA_44", tags),
      EVIDENCE_LOG_KEY_TAG: logKeyTag,
      EVIDENCE_ROWS_KEY_ARN: await keys.firstKey("ECC_NIST_EDWARDS25519", rowsTags),
      EVIDENCE_ROWS_KEY_TAG: logKeyTag,
    };
    return { ...keys, settings };
  },
} satisfies AwsService;
