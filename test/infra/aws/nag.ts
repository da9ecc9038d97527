import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, CloudFormationValidatePlugin } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { swept, synthesize, variants } from "#test/support/stacks.ts";

const all = "all that is optional";

test.each(Object.keys(swept).filter((name) => !name.startsWith("a small")))(
  "cdk-nag (AwsSolutions) finds nothing unexplained with %s",
  (name) => {
    const { app } = synthesize(swept[name]);
    const { violations } = new AwsSolutionsChecks(app).validateScope(app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ resourceLogicalId }) => `${ruleName} ${resourceLogicalId}`),
    );
    expect(found).toEqual([]);
  },
);

/* Only with the bench: loading the rules costs more than all other tests of the stacks. */
test.each(sized([variants[all]], []))(
  "the largest deployment breaks none of CloudFormation's own rules, which find what is wrong",
  (options) => {
    // Created here and not by the synthesis, which would take twice as long.
    const rules = new CloudFormationValidatePlugin();
    const { app, templates } = synthesize(options);
    const violationsIn = (stackConstructPath: string, json: Template) => {
      const templatePath = join(app.outdir, `${stackConstructPath}.asked.template.json`);
      writeFileSync(templatePath, JSON.stringify(json));
      const place = { accountId: "111122223333", region: "us-east-1" };
      return rules.validate({
        appConstruct: new App(),
        templatePaths: [templatePath],
        stackTemplates: [{ ...place, templatePath, stackConstructPath }],
      }).violations;
    };
    const asked = [...templates].map(([name, made]) => [name, made.toJSON() as Template] as const);
    expect(asked.flatMap(([name, json]) => violationsIn(name, json))).toEqual([]);
    const resources = asked.flatMap(([, json]) => Object.keys(json.Resources));
    noteSweep("CloudFormation's own rules: resources without a finding", resources.length);
    const Queue = { Type: "AWS::SQS::Queue", Properties: { NoSuchProperty: 1 } };
    expect(violationsIn("wrong", { Resources: { Queue } })).toHaveLength(1);
  },
);

interface Template {
  Resources: Readonly<Record<string, unknown>>;
}
