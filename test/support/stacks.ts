import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { countersign } from "#infra/aws/countersign.ts";
import { functionNameOf } from "#infra/aws/naming.ts";
import { readStage } from "#infra/aws/read-stage.ts";
import { functionUnits } from "#infra/functions.ts";
import { sized } from "./full-size.ts";

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read templates of every shape
  Properties: any;
  DeletionPolicy?: string;
}

export const domain = {
  domainName: "api.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0a1b",
};
const issuer = { issuer: "https://id.example.com", audience: "console, cli" };
/** The issuer that tokens of a deployed stage name. */
export const keptIssuer = "https://a1b2c3.execute-api.us-east-1.amazonaws.com/oidc";

/** Organisations with a sign-in of their own. */
const signIn = [
  {
    name: "Bank",
    domain: "bank.example",
    kind: "saml",
    metadataUrl: "https://id.bank.example/metadata",
    tenant: "platform",
    groups: { Officers: "platform-admin", Auditors: "reader" },
  },
  {
    name: "Acme",
    domain: "acme.example",
    kind: "oidc",
    issuer: "https://id.acme.example",
    clientId: "countersign",
    clientSecretName: "acme/sign-in",
    tenant: "0d3e6f0a-1111-4222-8333-444455556666",
    groups: { Governance: "org-admin", Staff: "member" },
  },
] as const;

/**
 * The contexts that tests synthesize. A synthesis takes seconds, so each context has many options, and
 * files share them.
 */
export const variants = {
  "no options": {},
  "a small account with what was elsewhere before, mail, and no canary": {
    // Another stage, to cover what two stages in one account share.
    stage: "staging",
    domainName: "api2.example.com",
    certificateArn: domain.certificateArn,
    formerDomainName: domain.domainName,
    formerCertificateArn: domain.certificateArn,
    "countersign:kept-issuer": keptIssuer,
    restoredTable: "countersign-staging-restored",
    anchorsBucket: "example-anchors",
    credentials: "HOSTED_LLM_API_KEY, IDP_CLIENT_SECRET",
    lambdaConcurrency: "10",
    CANARY_ENABLED: "false",
    signIn,
    mailDomain: "mail.example.com",
  },
  "all that is optional": {
    account: "111122223333",
    region: "eu-central-1",
    ...domain,
    ...issuer,
    "countersign:kept-issuer": keptIssuer,
    OIDC_ISSUER_URL: "https://api.example.com/oidc",
    reserveConcurrency: "false",
    adminPasswordAuth: "true",
    twoPeople: "true",
    mailDomain: "mail.example.com",
    front: "true",
    "countersign:front-hashes": "ab,cd",
    backupVaultArn: "arn:aws:backup:eu-west-1:444455556666:backup-vault:countersign",
    secretReplicaRegions: "eu-west-1, us-east-1",
    permissionsBoundary: "countersign-prod-boundary",
    monthlyBudgetUsd: 400,
    alarmRecipients: "ops@example.com",
    urgentAlarmRecipients: ["https://pager.example.com/x"],
  },
} as const satisfies Record<string, Record<string, unknown>>;

/**
 * What was switched later: CloudFront before a stage whose issuer is known by API Gateway's address, and
 * two people no longer needed. Only the tests about that synthesize it.
 */
export const switched = {
  ...domain,
  "countersign:kept-issuer": keptIssuer,
  front: "true",
  "countersign:front-hashes": "ab,cd",
  twoPeople: "false",
} as const;

/**
 * In the bench, also a domain at API Gateway alone. The others have one beside a former domain or
 * behind CloudFront.
 */
export const swept = sized<Readonly<Record<string, Record<string, unknown>>>>(
  { ...variants, "a domain and an issuer that tokens name": { ...domain, ...issuer } },
  variants,
);

/** Empty bundles, one for each function: templates name them only by their digest. */
let bundles: string | undefined;
function emptyBundles(): string {
  if (bundles !== undefined) return bundles;
  bundles = mkdtempSync(join(tmpdir(), "countersign-bundles-"));
  for (const { id } of functionUnits) {
    mkdirSync(join(bundles, id));
    writeFileSync(join(bundles, id, "index.js"), `// ${id}`);
  }
  return bundles;
}

/** Recording where each construct was made costs a tenth of a synthesis, and nobody reads it. */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const synthesized = new Map<string, ReturnType<typeof synthesizeAnew>>();

/** The whole CDK app with the context of cdk.json, as templates; made once for each context. */
export function synthesize(context: Record<string, unknown> = {}) {
  const key = JSON.stringify(context);
  const made = synthesized.get(key) ?? withoutStacks(() => synthesizeAnew(context));
  synthesized.set(key, made);
  return made;
}

function synthesizeAnew(context: Record<string, unknown>) {
  const { context: flags } = JSON.parse(readFileSync("cdk.json", "utf8"));
  const app = new App({
    context: {
      ...flags,
      stage: "prod",
      alarmRecipients: "none",
      // No test reads copies of the bundles, or where in the sources a resource was made.
      "aws:cdk:disable-asset-staging": true,
      "aws:cdk:disable-stack-trace": true,
      ...context,
    },
    // nag.test.ts checks the templates against CloudFormation's own rules.
    builtinCloudFormationValidation: false,
    treeMetadata: false,
    analyticsReporting: false,
    outdir: mkdtempSync(join(tmpdir(), "countersign-cdk-")),
  });
  const stage = readStage({ context: (name) => app.node.tryGetContext(name) });
  const parts = countersign(app, stage, "1.0.0", emptyBundles());
  const stacks = [
    parts.state,
    ...(parts.anchors === null ? [] : [parts.anchors]),
    parts.api,
    ...parts.functions,
    parts.edge,
    ...(parts.firewall === null ? [] : [parts.firewall]),
    ...(parts.front === null ? [] : [parts.front]),
    ...(parts.backup === null ? [] : [parts.backup]),
    ...(parts.mail === null ? [] : [parts.mail]),
    parts.alarms,
  ];
  const templates = new Map(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
  // Once, because `toJSON` copies a template each time.
  const contents = [...templates.values()].map(
    (template) => template.toJSON().Resources as Record<string, Resource>,
  );
  const functions = new Map(
    contents.flatMap((json) =>
      Object.values(json)
        .filter(({ Type }) => Type === "AWS::Lambda::Function")
        .map((resource) => [resource.Properties.FunctionName as string, { resource, json }]),
    ),
  );
  const resources = (type: string): Resource[] =>
    contents.flatMap((json) => Object.values(json).filter(({ Type }) => Type === type));
  return {
    app,
    parts,
    templates,
    resources,
    /** The only resource of a type. @throws Error unless there is exactly one */
    single: (type: string): Resource => {
      const found = resources(type);
      if (found.length !== 1) throw new Error(`There are ${found.length} of ${type}.`);
      return found[0] as Resource;
    },
    /** A function's resource and its role's statements, by operation id. */
    functionOf: (id: string) => {
      const found = functions.get(functionNameOf(parts.stage.name, id));
      if (found === undefined) throw new Error(`There is no function ${id}.`);
      const { resource, json } = found;
      const role = json[resource.Properties.Role["Fn::GetAtt"][0]] as Resource;
      const statements = role.Properties.Policies[0].PolicyDocument.Statement as Granted[];
      return { resource, statements, json };
    },
  };
}

interface Granted {
  Sid: string;
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

export const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

/** Text of a template value with its references spelled `<Name>`. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join(",");
  const [[key, inner] = ["", ""]] = Object.entries(value as Record<string, unknown>);
  if (key === "Fn::Join") return ((inner as unknown[])[1] as unknown[]).map(textOf).join("");
  return `<${textOf(inner)}>`;
}
