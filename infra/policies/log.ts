import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";

/** The tag on the evidence log's signing keys, whose ids are not known in advance. */
export const LOG_KEY_TAG = "countersign-evidence-log";

/**
 * The log's keys may only sign raw messages; no function can export them or schedule their
 * deletion. Anchors can be added and read, but never changed.
 */
export function logStatements({ logKey, anchors }: Needs, arns: ResourceArns): Statement[] {
  const { keyArnPrefix, logKeyTag, anchorsArn } = arns;
  const keys = [`${keyArnPrefix}*`];
  const isLogKey = { [`aws:ResourceTag/${LOG_KEY_TAG}`]: logKeyTag };
  const statements: Statement[] = [];
  if (logKey !== undefined) {
    statements.push({
      ...allow("ShowLogKey", ["kms:GetPublicKey"], keys),
      Condition: { StringEquals: isLogKey },
    });
  }
  if (logKey === "sign") {
    const form = {
      "kms:MessageType": "RAW",
      "kms:SigningAlgorithm": ["ED25519_SHA_512", "ML_DSA_SHAKE_256"],
    };
    statements.push({
      ...allow("SignLog", ["kms:Sign"], keys),
      Condition: { StringEquals: { ...isLogKey, ...form } },
    });
  }
  if (logKey === "create") {
    const isMarked = { [`aws:RequestTag/${LOG_KEY_TAG}`]: logKeyTag };
    const kind = {
      "kms:KeySpec": ["ECC_NIST_EDWARDS25519", "ML_DSA_44"],
      "kms:KeyUsage": "SIGN_VERIFY",
    };
    statements.push(
      {
        ...allow("MakeLogKey", ["kms:CreateKey"], ["*"]),
        Condition: { StringEquals: { ...isMarked, ...kind } },
      },
      { ...allow("MarkLogKey", ["kms:TagResource"], keys), Condition: { StringEquals: isMarked } },
    );
  }
  if (anchors !== undefined) {
    const actions = ["s3:GetObject", "s3:PutObject", "s3:PutObjectRetention"];
    statements.push(
      allow("Anchor", actions, [`${anchorsArn}/*`]),
      // The newest anchor is found by listing, so that nothing in the table decides which it is.
      allow("ListAnchors", ["s3:ListBucket"], [anchorsArn]),
    );
  }
  return statements;
}
