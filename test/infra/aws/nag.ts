import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, CloudFormationValidatePlugin } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { expect, test } from "vitest";
import { noteSweep, sized } from "#test/support/full-size.ts";
import { oneOfEachShape, type Template } from "#test/support/one-of-each-shape.ts";
import { synthesize, variants } from "#test/support/stacks.ts";

const all = "all that is optional";

test.each([
  "no options",
  "a domain and an issuer that tokens name, and nothing reserved",
  all,
] as const)("cdk-nag (AwsSolutions) finds nothing unexplained with %s", (name) => {
  const { app } = synthesize(variants[name]);
  const { violations } = new AwsSolutionsChecks(app).validateScope(app);
  const found = violations.flatMap(({ ruleName, violatingResources }) =>
    violatingResources.map(({ resourceLogicalId }) => `${ruleName} ${resourceLogicalId}`),
  );
  expect(found).toEqual([]);
});

/** Made here, and not by the synthesis: that takes twice as long. */
const rules = new CloudFormationValidatePlugin();
const violationsIn = (files: readonly string[]) => {
  const place = { accountId: "111122223333", region: "us-east-1" };
  return rules.validate({
    appConstruct: new App(),
    templatePaths: [...files],
    stackTemplates: files.map((templatePath) => ({
      ...place,
      templatePath,
      stackConstructPath: templatePath,
    })),
  }).violations;
};

test("the largest deployment breaks none of CloudFormation's own rules, which find what is wrong", () => {
  const { app, templates } = synthesize(variants[all]);
  const asked = sized((json: Template) => json, oneOfEachShape);
  let count = 0;
  const files = [...templates].map(([name, template]) => {
    const path = join(app.outdir, `${name}.asked.template.json`);
    const json = asked(template.toJSON() as Template);
    count += Object.keys(json.Resources).length;
    writeFileSync(path, JSON.stringify(json));
    return path;
  });
  expect(violationsIn(files)).toEqual([]);
  noteSweep("CloudFormation's own rules: resources without a finding", count);
  const wrong = join(app.outdir, "wrong.template.json");
  const Resources = { Queue: { Type: "AWS::SQS::Queue", Properties: { NoSuchProperty: 1 } } };
  writeFileSync(wrong, JSON.stringify({ Resources }));
  expect(violationsIn([wrong])).toHaveLength(1);
});
