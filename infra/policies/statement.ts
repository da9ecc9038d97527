export interface Statement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Action: readonly string[];
  Resource: readonly string[];
  Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/**
 * ARNs of the resources a function may need, without a trailing separator, and names used in
 * policies.
 */
export interface ResourceArns {
  tableArn: string;
  /** `arn:…:secret:` plus the stage's prefix; an entry's name follows. */
  secretArnPrefix: string;
  /** Customer-managed keys; null where AWS-owned keys (or none) encrypt. */
  tableKeyArn: string | null;
  secretsKeyArn: string | null;
  /** `arn:…:event-bus/`; a bus's name follows. */
  busArnPrefix: string;
  /** `arn:…:key/`; a key's id follows. */
  keyArnPrefix: string;
  /** Value of the tag that marks the evidence log's signing keys of this stage. */
  logKeyTag: string;
  /** The bucket that checkpoints of the evidence log are anchored in. */
  anchorsArn: string;
  /** `arn:…:<api id>/<stage of the API>`; method and path follow. */
  apiArn: string;
  region: string;
  /** The platform's own, 12 digits. */
  account: string;
  stage: string;
}

export const keyReads = ["kms:Decrypt", "kms:DescribeKey"];
export const keyWrites = [
  "kms:Encrypt",
  "kms:GenerateDataKey",
  "kms:ReEncryptFrom",
  "kms:ReEncryptTo",
];

/** The key serves only calls that the named service makes for the function. */
export function throughService(
  Sid: string,
  actions: readonly string[],
  keyArn: string,
  service: string,
  { region }: ResourceArns,
): Statement {
  return {
    ...allow(Sid, actions, [keyArn]),
    Condition: { StringEquals: { "kms:ViaService": `${service}.${region}.amazonaws.com` } },
  };
}

export const allow = (
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
): Statement => ({
  Sid,
  Effect: "Allow",
  Action,
  Resource,
});
