export interface Statement {
  Sid: string;
  Effect: "Allow" | "Deny";
  Action: readonly string[];
  Resource: readonly string[];
  Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/**
 * ARNs (without a trailing separator) of the resources that a function may need, and other values
 * that appear in policies.
 */
export interface ResourceArns {
  tableArn: string;
  /** `arn:…:secret:` plus the stage's prefix; an entry's name follows. */
  secretArnPrefix: string;
  /** Customer managed keys; null if an AWS owned key (or none) encrypts. */
  tableKeyArn: string | null;
  secretsKeyArn: string | null;
  /** `arn:…:event-bus/`; a bus's name follows. */
  busArnPrefix: string;
  /** `arn:…:key/`; a key's id follows. */
  keyArnPrefix: string;
  /** Value of the tag on this stage's evidence-log signing keys. */
  logKeyTag: string;
  /** The bucket in which the evidence log's checkpoints are anchored. */
  anchorsArn: string;
  /** `arn:…:<api id>/<stage of the API>`; method and path follow. */
  apiArn: string;
  /** What mails are sent with (identities, configuration set), and the address of the sender. */
  mail: { resources: readonly string[]; from: string } | null;
  region: string;
  /** The platform's own account id, 12 digits. */
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

/** Allows the key's use only in calls that the named service makes on the function's behalf. */
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
