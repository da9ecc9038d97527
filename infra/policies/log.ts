import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";

/** The tag on the evidence log's signing keys, whose ids are not known in advance. */
export const LOG_KEY_TAG = "countersign-evidence-log";
/** The tag on the keys of writers' certificates. */
export const ROWS_KEY_TAG = "countersign-evidence-rows";
/** The tag on the keys of clearance statements. */
export const CLEARANCE_KEY_TAG = "countersign-clearance";

/** The tag on the key of the webhook endpoints' secrets. */
export const WEBHOOK_KEY_TAG = "countersign-webhooks";

/** The tag on the key of counsel's links in the outbox. */
export const LINK_KEY_TAG = "countersign-links";

interface SigningKeys {
  tag: string;
  /** The end of each statement's Sid. */
  sid: string;
  algorithms: readonly string[];
  specs: readonly string[];
}

const logKeys: SigningKeys = {
  tag: LOG_KEY_TAG,
  sid: "Log",
  algorithms: ["ED25519_SHA_512", "ML_DSA_SHAKE_256"],
  specs: ["ECC_NIST_EDWARDS25519", "ML_DSA_44"],
};

const rowsKeys: SigningKeys = {
  tag: ROWS_KEY_TAG,
  sid: "Rows",
  algorithms: ["ED25519_SHA_512"],
  specs: ["ECC_NIST_EDWARDS25519"],
};

const clearanceKeys: SigningKeys = {
  tag: CLEARANCE_KEY_TAG,
  sid: "Clearance",
  algorithms: ["ED25519_SHA_512"],
  specs: ["ECC_NIST_EDWARDS25519"],
};

/**
 * Signing keys may only sign raw messages. No function can export them or schedule their deletion.
 * Anchors can be added and read, but never changed.
 */
export function logStatements(
  { logKey, rows, rowsKey, clearanceKey, webhookKey, linkKey, anchors }: Needs,
  arns: ResourceArns,
): Statement[] {
  const { anchorsArn, keyArnPrefix, logKeyTag } = arns;
  const statements: Statement[] = [
    ...keyStatements(useOf(logKey), logKeys, arns),
    ...keyStatements(
      { shows: rows !== undefined, signs: rows === "write", creates: rowsKey === "create" },
      rowsKeys,
      arns,
    ),
    ...keyStatements(useOf(clearanceKey), clearanceKeys, arns),
  ];
  if (webhookKey !== undefined) {
    statements.push({
      ...allow("WebhookSecrets", ["kms:Decrypt", "kms:Encrypt"], [`${keyArnPrefix}*`]),
      Condition: { StringEquals: { [`aws:ResourceTag/${WEBHOOK_KEY_TAG}`]: logKeyTag } },
    });
  }
  if (linkKey !== undefined) {
    const action = linkKey === "seal" ? "kms:Encrypt" : "kms:Decrypt";
    statements.push({
      ...allow("CounselLinks", [action], [`${keyArnPrefix}*`]),
      Condition: { StringEquals: { [`aws:ResourceTag/${LINK_KEY_TAG}`]: logKeyTag } },
    });
  }
  if (anchors !== undefined) {
    const actions = ["s3:GetObject", "s3:PutObject", "s3:PutObjectRetention"];
    statements.push(
      allow("Anchor", actions, [`${anchorsArn}/*`]),
      // We find the newest anchor by listing, so that nothing in the table decides which one it is.
      allow("ListAnchors", ["s3:ListBucket"], [anchorsArn]),
    );
  }
  return statements;
}

interface KeyUse {
  shows?: boolean;
  signs: boolean;
  creates: boolean;
}

const useOf = (use: "sign" | "create" | undefined): KeyUse => ({
  signs: use === "sign",
  creates: use === "create",
});

function keyStatements(
  { shows = false, signs, creates }: KeyUse,
  { tag, sid, algorithms, specs }: SigningKeys,
  { keyArnPrefix, logKeyTag }: ResourceArns,
): Statement[] {
  if (!shows && !signs && !creates) return [];
  const keys = [`${keyArnPrefix}*`];
  const isOurs = { [`aws:ResourceTag/${tag}`]: logKeyTag };
  const show = {
    ...allow(`Show${sid}Key`, ["kms:GetPublicKey"], keys),
    Condition: { StringEquals: isOurs },
  };
  const form = { "kms:MessageType": "RAW", "kms:SigningAlgorithm": algorithms };
  const sign = {
    ...allow(`Sign${sid}`, ["kms:Sign"], keys),
    Condition: { StringEquals: { ...isOurs, ...form } },
  };
  const signing = signs ? [show, sign] : [show];
  if (!creates) return signing;
  const isMarked = { [`aws:RequestTag/${tag}`]: logKeyTag };
  const kind = { "kms:KeySpec": specs, "kms:KeyUsage": "SIGN_VERIFY" };
  return [
    ...signing,
    {
      ...allow(`Make${sid}Key`, ["kms:CreateKey"], ["*"]),
      Condition: { StringEquals: { ...isMarked, ...kind } },
    },
    {
      ...allow(`Mark${sid}Key`, ["kms:TagResource"], keys),
      Condition: { StringEquals: isMarked },
    },
  ];
}
