import type { SignInEntry } from "#infra/options/sign-in-entries.ts";

/** A custom domain with its certificate (ACM, in the region where the domain is served). */
export interface Domain {
  name: string;
  certificateArn: string;
}

/** One deployment of the system, as the operator's `cdk.context.<stage>.json` describes it. */
export interface Stage {
  name: string;
  /** Sorted names of all given options, so that no later deployment drops one unnoticed. */
  given: readonly string[];
  /** The stage's account and region; null: not pinned, which only a synthesis allows. */
  account: string | null;
  region: string | null;
  /** null: API Gateway's own address. */
  domain: Domain | null;
  /** Continues to answer beside `domain`. */
  formerDomain: Domain | null;
  /** An OIDC issuer for sign-in, instead of the Cognito user pool. */
  issuer: { url: string; audience: readonly string[] } | null;
  /** Organisations whose people sign in with their own provider, through the user pool. */
  signIn: readonly SignInEntry[];
  /** Who is notified of every alarm, and who is notified of urgent alarms only. */
  recipients: { all: readonly string[]; urgent: readonly string[] };
  monthlyBudgetUsd: number | null;
  /** The account's quota of concurrent executions, which the reserved shares are taken from. */
  lambdaConcurrency: number;
  reserveConcurrency: boolean;
  logRetentionDays: number;
  /** Whether holders of the account's credentials may sign people in with their passwords. */
  adminPasswordAuth: boolean;
  /** Name of a managed policy that bounds every role. */
  permissionsBoundary: string | null;
  /** A table restored from a backup, used instead of the stack's own. */
  restoredTable: string | null;
  /** A bucket in another account for the evidence log's anchors; null: the stack's own. */
  anchorsBucket: string | null;
  /** Counsel can take part only while a second person has confirmed their identity. */
  twoPeople: boolean;
  /** The domain that mails are sent from, as an SES identity; null: the stack creates none. */
  mailDomain: string | null;
  /**
   * CloudFront and AWS WAF in front: the firewall's ARN, hashes of the header's secret (hex), and the
   * secret's newest version.
   */
  front: {
    webAclArn: string | null;
    secretHashes: string | null;
    secretVersion: string | null;
  } | null;
  /** A backup vault in another account or region that receives daily copies of the table. */
  backupVaultArn: string | null;
  secretReplicaRegions: readonly string[];
  /** Values of the functions' settings, by name. */
  settings: Readonly<Record<string, string>>;
  /** Credentials whose entries an operator created by hand. The stack creates all others. */
  credentials: readonly string[];
}

/** The file with the operator's options for a stage: in the project's folder, ignored by Git. */
export const optionsFileOf = (stage: string): string => `cdk.context.${stage}.json`;

/** @throws Error with one sentence for a name that a deployed stage cannot have */
export function refuseStageName(name: string): void {
  if (!/^[a-z][a-z0-9-]{0,11}$/.test(name)) {
    throw new Error(`The stage ${name} must be 1 to 12 of a-z, 0-9 and -, starting with a letter.`);
  }
  if (name === "local" || name === "test") {
    throw new Error(`The stage ${name} accepts development secrets and is never deployed.`);
  }
  // The domain of the sign-in pages contains the name.
  const reserved = /aws|amazon|cognito/.exec(name)?.[0];
  if (reserved !== undefined) {
    throw new Error(
      `The stage ${name} needs another name: Cognito allows no domain with ${reserved}.`,
    );
  }
}

/** AWS WAF for CloudFront exists in this region only, and so do CloudFront's certificates. */
export const FRONT_REGION = "us-east-1";

/**
 * The domains whose certificates are in the stage's region. CloudWatch and EventBridge cannot see a
 * certificate in another region, where CloudFront's may be.
 */
export const watchedDomains = ({
  domain,
  formerDomain,
  region,
}: Stage): { prefix: "" | "Former"; certificateArn: string }[] =>
  [
    { prefix: "" as const, domain },
    { prefix: "Former" as const, domain: formerDomain },
  ].flatMap(({ prefix, domain: one }) =>
    one === null || (region !== null && one.certificateArn.split(":")[3] !== region)
      ? []
      : [{ prefix, certificateArn: one.certificateArn }],
  );

/** What `npm run deploy` finds out about the account and passes on. No operator writes these. */
export const deploymentFacts = {
  /** The account's quota of concurrent executions. */
  quota: "countersign:quota",
  /** The OIDC issuer of the deployed stage. It is kept until OIDC_ISSUER_URL names another. */
  keptIssuer: "countersign:kept-issuer",
  /** The evidence log's name in the deployed stage, which never changes. */
  keptOrigin: "countersign:kept-origin",
  /** SHA-256 of the front's secrets, hex, separated by commas; below it, the newest one's version. */
  frontHashes: "countersign:front-hashes",
  frontVersion: "countersign:front-version",
  /** The ARN of the front's firewall. */
  webAclArn: "countersign:web-acl",
} as const;
