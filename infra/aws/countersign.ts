import { type App, Tags } from "aws-cdk-lib";
import { ManagedPolicy, PermissionsBoundary } from "aws-cdk-lib/aws-iam";
import { AlarmsStack } from "./alarms-stack.ts";
import { AnchorsStack } from "./anchors-stack.ts";
import { ApiStack } from "./api-stack.ts";
import { BackupStack } from "./backup-stack.ts";
import { EdgeStack } from "./edge-stack.ts";
import { FrontStack } from "./front-stack.ts";
import { FunctionsStack, partsInUse } from "./functions-stack.ts";
import { MailStack } from "./mail-stack.ts";
import { stackName } from "./naming.ts";
import { stageFromContext } from "./read-stage.ts";
import { StateStack } from "./state-stack.ts";

/**
 * Every stack of one stage, in deployment order.
 * @param dist the folder of the functions' bundles
 */
export function countersign(app: App, version: string, dist: string) {
  const stage = stageFromContext(app.node);
  const id = (part: string) => stackName(stage.name, part);

  const state = new StateStack(app, id("State"), {
    stage,
    description: "Countersign: table, keys, secret-store entries, sign-in",
  });
  const anchors =
    stage.anchorsBucket === null
      ? new AnchorsStack(app, id("Anchors"), {
          stage,
          description: "Countersign: checkpoints of the evidence log, locked for seven years",
        })
      : null;
  const api = new ApiStack(app, id("Api"), {
    stage,
    userPool: state.userPool,
    description: "Countersign: HTTP API and its authorizer",
  });
  const functions = partsInUse().map(
    (part) =>
      new FunctionsStack(app, id(part), {
        stage,
        version,
        dist,
        state,
        api,
        part,
        description: `Countersign: functions and their routes (${part})`,
      }),
  );
  const edge = new EdgeStack(app, id("Edge"), {
    stage,
    api,
    description: "Countersign: limits, access log, domain",
  });
  const alarms = new AlarmsStack(app, id("Alarms"), {
    stage,
    api,
    description: "Countersign: alarms and dashboard",
  });
  const front =
    stage.front === null
      ? null
      : new FrontStack(app, id("Front"), {
          stage,
          api,
          description: "Countersign: CloudFront with AWS WAF",
        });
  const backup =
    stage.backupVaultArn === null
      ? null
      : new BackupStack(app, id("Backup"), {
          stage,
          vaultArn: stage.backupVaultArn,
          description: "Countersign: copies of the table elsewhere",
        });
  const mail =
    stage.mailDomain === null
      ? null
      : new MailStack(app, id("Mail"), {
          stage,
          domain: stage.mailDomain,
          description: "Countersign: the identity that mails to counsel are sent from",
        });
  backup?.addStackDependency(state);
  front?.addStackDependency(edge);
  for (const stack of functions) {
    if (anchors !== null) stack.addStackDependency(anchors);
    edge.addStackDependency(stack);
    alarms.addStackDependency(stack);
  }

  if (stage.permissionsBoundary !== null) {
    PermissionsBoundary.of(app).apply(
      ManagedPolicy.fromManagedPolicyName(state, "Boundary", stage.permissionsBoundary),
    );
  }
  Tags.of(app).add("project", "countersign");
  Tags.of(app).add("stage", stage.name);
  return { stage, state, anchors, api, functions, edge, front, backup, mail, alarms };
}
