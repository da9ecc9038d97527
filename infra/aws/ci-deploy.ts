import { allow, arnIn, type CiRole, regionsOf, type Statement } from "./ci-statements.ts";
import { functionNameOf, secretPrefixOf, stackName, tableNameOf } from "./naming.ts";

/** What `npm run deploy` and the roles of `cdk bootstrap` need. */
export function deployStatements(role: CiRole): Statement[] {
  const { stage, account, region } = role;
  const here = arnIn(role);
  const regions = regionsOf(role);
  const assets = `arn:aws:s3:::cdk-*-assets-${account}-${region}`;
  return [
    allow(
      "BootstrapRoles",
      ["sts:AssumeRole"],
      regions.flatMap((one) =>
        ["deploy", "file-publishing", "lookup"].map(
          (name) => `arn:aws:iam::${account}:role/cdk-*-${name}-role-${account}-${one}`,
        ),
      ),
    ),
    allow(
      "ReadStage",
      ["cloudformation:DescribeStacks"],
      regions.map((one) =>
        arnIn({ account, region: one })("cloudformation", `stack/${stackName(stage, "*")}/*`),
      ),
    ),
    allow("ReadAccount", ["ec2:DescribeRegions", "lambda:GetAccountSettings"], ["*"]),
    allow(
      "RunCanary",
      ["lambda:InvokeFunction"],
      [here("lambda", `function:${functionNameOf(stage, "runCanary")}`)],
    ),
    allow("KeepAssembly", ["s3:GetObject", "s3:PutObject"], [`${assets}/countersign/${stage}/*`]),
    allow("FindAssembly", ["s3:ListBucket"], [assets], {
      StringLike: { "s3:prefix": [`countersign/${stage}/*`] },
    }),
    ...tableStatements(role),
    allow(
      "FrontSecret",
      ["secretsmanager:CreateSecret", "secretsmanager:GetSecretValue"],
      [here("secretsmanager", `secret:${secretPrefixOf(stage)}front-secret*`)],
    ),
    allow("RandomSecret", ["secretsmanager:GetRandomPassword"], ["*"]),
  ];
}

/** The table's two items that a deployment uses: the one it writes, and the evidence log's name. */
function tableStatements({ stage, account, region }: CiRole): Statement[] {
  const here = arnIn({ account, region });
  const table = here("dynamodb", `table/${tableNameOf(stage)}*`);
  const only = (key: string) => ({
    "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": [key] },
  });
  return [
    allow("NameAssembly", ["dynamodb:GetItem", "dynamodb:PutItem"], [table], only("DEPLOYMENT")),
    allow("ReadLogName", ["dynamodb:GetItem"], [table], only("LOG#HEAD")),
    allow("TableKey", ["kms:Decrypt", "kms:GenerateDataKey"], [here("kms", "key/*")], {
      StringEquals: { "kms:ViaService": `dynamodb.${region}.amazonaws.com` },
    }),
  ];
}
