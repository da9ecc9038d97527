import { ANCHORS } from "#infra/local/aws/resources.ts";
import type { AwsService } from "#infra/local/aws/service.ts";
import { objectRequests } from "./requests.ts";
import { startS3 } from "./s3.ts";

export const s3 = {
  sdkName: "S3",
  start: async ({ stateOf, now, check, onUnforeseen }) => ({
    settings: { EVIDENCE_ANCHORS_BUCKET: ANCHORS },
    ...(await startS3({
      bucket: ANCHORS,
      folder: stateOf("anchors"),
      now,
      authorize: (call) => check(call.accessKeyId, objectRequests(call)),
      onUnforeseen,
    })),
  }),
} satisfies AwsService;
