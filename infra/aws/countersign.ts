import { type App, Tags } from "aws-cdk-lib";
import { ManagedPolicy, PermissionsBoundary } from "aws-cdk-lib/aws-iam";
import { AlarmsStack } from "./alarms-stack.ts";
import { AnchorsStack } from "./anchors-stack.ts";
import { ApiStack } from "./api-stack.ts";
import { BackupStack } from "./backup-stack.ts";
import { EdgeStack } from "./edge-stack.ts";
import { FirewallStack } from "./firewall-stack.ts";
import { FrontStack } from "./front-stack.ts";
import { FunctionsStack } from "./functions-stack.ts";
import { MailStack } from "./mail-stack.ts";
import { stackName } from "./naming.ts";
import { partsInUse } from "./parts.ts";
import { FRONT_REGION, type Stage } from "./stage.ts";
import { StateStack } from "./state-stack.ts";

/**
 * Every stack of one stage, in deployment order.
 * @param dist the folder of the functions' bundles
 */
export function countersign(app: App, stage: Stage, version: string, dist: string) {
  const id = (part: string) => stackName(stage.name, part);
  const of = propsOf(stage);
  const state = new StateStack(app, id("State"), of("table, keys, secret-store entries, sign-in"));
  const anchors =
    stage.anchorsBucket === null
      ? new AnchorsStack(
          app,
          id("Anchors"),
          of("checkpoints of the evidence log, locked for seven years"),
        )
      : null;
  const api = new ApiStack(app, id("Api"), {
    ...of("HTTP API and its authorizer"),
    userPool: state.userPool,
  });
  const functions = partsInUse().map((part) => {
    const about = of(`functions and their routes (${part})`);
    return new FunctionsStack(app, id(part), { ...about, version, dist, state, api, part });
  });
  const edge = new EdgeStack(app, id("Edge"), { ...of("limits, access log, domain"), api });
  const alarms = new AlarmsStack(app, id("Alarms"), { ...of("alarms and dashboard"), api });
  const optional = optionalStacks(app, stage, { state, api, edge });
  for (const stack of functions) {
    if (anchors !== null) stack.addStackDependency(anchors);
    edge.addStackDependency(stack);
    alarms.addStackDependency(stack);
  }

  bound(app, state, stage);
  return { stage, state, anchors, api, functions, edge, alarms, ...optional };
}

/** The properties of a stack. Its account and region come from the options, or else the deployment. */
const propsOf =
  (stage: Stage) =>
  (description: string, region = stage.region) => ({
    stage,
    description: `Countersign: ${description}`,
    env: {
      ...(stage.account === null ? {} : { account: stage.account }),
      ...(region === null ? {} : { region }),
    },
  });

/** The stacks that an option turns on; null: the option is off. */
function optionalStacks(
  app: App,
  stage: Stage,
  { state, api, edge }: { state: StateStack; api: ApiStack; edge: EdgeStack },
) {
  const id = (part: string) => stackName(stage.name, part);
  const of = propsOf(stage);
  const { front: hasFront, backupVaultArn: vaultArn, mailDomain } = stage;
  const firewall =
    hasFront &&
    new FirewallStack(app, id("Firewall"), of("CloudFront's web firewall", FRONT_REGION));
  const front = hasFront && new FrontStack(app, id("Front"), { ...of("CloudFront"), api });
  const backup =
    vaultArn === null
      ? null
      : new BackupStack(app, id("Backup"), { ...of("copies of the table elsewhere"), vaultArn });
  const mail =
    mailDomain === null
      ? null
      : new MailStack(app, id("Mail"), {
          ...of("the identity that mails to counsel are sent from"),
          domain: mailDomain,
        });
  backup?.addStackDependency(state);
  front?.addStackDependency(edge);
  if (firewall !== null) front?.addStackDependency(firewall);
  return { firewall, front, backup, mail };
}

/** Applies to every resource: the boundary of its role, and its tags. */
function bound(app: App, state: StateStack, { name, permissionsBoundary }: Stage): void {
  if (permissionsBoundary !== null) {
    PermissionsBoundary.of(app).apply(
      ManagedPolicy.fromManagedPolicyName(state, "Boundary", permissionsBoundary),
    );
  }
  Tags.of(app).add("project", "countersign");
  Tags.of(app).add("stage", name);
}
