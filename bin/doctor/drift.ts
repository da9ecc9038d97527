import { stackName } from "#infra/aws/naming.ts";
import { countOf } from "#shared/domain/text/text.ts";
import { type Aws, read } from "../aws/cli.ts";
import { act, type Finding, ok } from "./finding.ts";
import type { Subject } from "./subject.ts";

const MAX_QUESTIONS = 40;
const QUESTION_PAUSE_MS = 3000;

/** Finds manual changes since the deployment, and stacks whose deployment did not end well. */
export async function drift({ aws, stage, pause }: Subject): Promise<Finding[]> {
  const all = stacksOf(aws, stage);
  const isWell = ([, status]: [string, string]) => /^(CREATE|UPDATE|IMPORT)_COMPLETE$/.test(status);
  const names = all.filter(isWell).map(([name]) => name);
  const started = names.map((name) => ({
    name,
    id: read<{ StackDriftDetectionId: string }>(
      aws(["cloudformation", "detect-stack-drift", "--stack-name", name]),
    ).StackDriftDetectionId,
  }));
  const found = all
    .filter((one) => !isWell(one))
    .map(([name, status]) =>
      act("drift", `${name} is ${status}: deploy again, or read its events.`),
    );
  for (const { name, id } of started) found.push(...(await driftOf(aws, name, id, pause)));
  return found.length > 0
    ? found
    : [ok("drift", `As deployed: ${countOf(names.length, "stack")}.`)];
}

/** Name and status of every stack of the stage. */
function stacksOf(aws: Aws, stage: string): [string, string][] {
  const query = `StackSummaries[?starts_with(StackName, '${stackName(stage, "")}')].[StackName, StackStatus]`;
  const all = read<[string, string][] | null>(
    aws(["cloudformation", "list-stacks", "--query", query]),
  );
  // Only the stacks of a stage `prod`, not those of another one that is called `prod-eu`.
  const isOwn = ([name, status]: [string, string]) =>
    /^[A-Z]/.test(name.slice(stackName(stage, "").length)) && status !== "DELETE_COMPLETE";
  return (all ?? []).filter(isOwn);
}

async function driftOf(
  aws: Aws,
  name: string,
  id: string,
  pause: Subject["pause"],
): Promise<Finding[]> {
  for (let question = 0; question < MAX_QUESTIONS; question++) {
    const { DetectionStatus, StackDriftStatus } = read<{
      DetectionStatus: string;
      StackDriftStatus?: string;
    }>(
      aws([
        "cloudformation",
        "describe-stack-drift-detection-status",
        "--stack-drift-detection-id",
        id,
      ]),
    );
    if (DetectionStatus === "DETECTION_IN_PROGRESS") {
      await pause(QUESTION_PAUSE_MS);
      continue;
    }
    if (StackDriftStatus !== "DRIFTED") return [];
    const { StackResourceDrifts: drifts } = read<{
      StackResourceDrifts: { LogicalResourceId: string; StackResourceDriftStatus: string }[];
    }>(
      aws([
        "cloudformation",
        "describe-stack-resource-drifts",
        "--stack-name",
        name,
        "--stack-resource-drift-status-filters",
        "MODIFIED",
        "DELETED",
      ]),
    );
    return drifts.map(({ LogicalResourceId, StackResourceDriftStatus }) =>
      act(
        "drift",
        `${name}: ${LogicalResourceId} is ${StackResourceDriftStatus}: docs/runbooks.md, Drift.`,
      ),
    );
  }
  return [{ level: "blind", what: "drift", says: `${name}: AWS is still looking.` }];
}
