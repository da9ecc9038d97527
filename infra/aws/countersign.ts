import { type App, Tags } from "aws-cdk-lib";
import { AlarmsStack } from "./alarms-stack.ts";
import { AnchorsStack } from "./anchors-stack.ts";
import { ApiStack } from "./api-stack.ts";
import { EdgeStack } from "./edge-stack.ts";
import { FunctionsStack, partsInUse } from "./functions-stack.ts";
import { stackName } from "./naming.ts";
import { stageFromContext } from "./stage.ts";
import { StateStack } from "./state-stack.ts";

/** Every stack of one stage, in deployment order. */
export function countersign(app: App, version: string) {
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
        state,
        api,
        part,
        description: `Countersign: functions and their routes (${part})`,
      }),
  );
  const edge = new EdgeStack(app, id("Edge"), {
    stage,
    api,
    logsKey: state.logsKey,
    description: "Countersign: limits, access log, domain",
  });
  const alarms = new AlarmsStack(app, id("Alarms"), {
    stage,
    api,
    description: "Countersign: alarms and dashboard",
  });
  for (const stack of functions) {
    if (anchors !== null) stack.addStackDependency(anchors);
    edge.addStackDependency(stack);
    alarms.addStackDependency(stack);
  }

  Tags.of(app).add("project", "countersign");
  Tags.of(app).add("stage", stage.name);
  return { stage, state, anchors, api, functions, edge, alarms };
}
