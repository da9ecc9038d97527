import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { countersign } from "#infra/aws/countersign.ts";
import { functionNameOf } from "#infra/aws/naming.ts";

interface Resource {
  Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read templates of every shape
  Properties: any;
  DeletionPolicy?: string;
}

const synthesized = new Map<string, ReturnType<typeof synthesizeAnew>>();

/** The whole CDK app with the context of cdk.json, as templates; cached for each context. */
export function synthesize(context: Record<string, unknown> = {}) {
  const key = JSON.stringify(context);
  const made = synthesized.get(key) ?? synthesizeAnew(context);
  synthesized.set(key, made);
  return made;
}

function synthesizeAnew(context: Record<string, unknown>) {
  const { context: flags } = JSON.parse(readFileSync("cdk.json", "utf8"));
  const app = new App({
    context: { ...flags, stage: "prod", ...context },
    outdir: mkdtempSync(join(tmpdir(), "countersign-cdk-")),
  });
  const parts = countersign(app, "1.0.0");
  const stacks = [
    parts.state,
    ...(parts.anchors === null ? [] : [parts.anchors]),
    parts.api,
    ...parts.functions,
    parts.edge,
    parts.alarms,
  ];
  const templates = new Map(stacks.map((stack) => [stack.stackName, Template.fromStack(stack)]));
  const resources = (type: string): Resource[] =>
    [...templates.values()].flatMap(
      (template) => Object.values(template.findResources(type)) as Resource[],
    );
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
      const stage = parts.stage.name;
      for (const template of templates.values()) {
        const json = template.toJSON().Resources as Record<string, Resource>;
        const made = Object.values(json).find(
          ({ Type, Properties }) =>
            Type === "AWS::Lambda::Function" &&
            Properties.FunctionName === functionNameOf(stage, id),
        );
        if (made === undefined) continue;
        const role = json[made.Properties.Role["Fn::GetAtt"][0]] as Resource;
        const statements = role.Properties.Policies[0].PolicyDocument.Statement as Granted[];
        return { resource: made, statements, json };
      }
      throw new Error(`There is no function ${id}.`);
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
