import { boundaryStatements } from "./ci-boundary.ts";
import { deployStatements } from "./ci-deploy.ts";
import { clientSecretStatements, executionStatements } from "./ci-execution.ts";
import {
  boundaryNameOf,
  type CiRole,
  clientSecretsPolicyNameOf,
  document,
  executionPolicyNameOf,
  type Statement,
} from "./ci-statements.ts";

/*
 * What a pipeline needs in the account, as a separate template that a person deploys, because CI must
 * not be able to change its own rights. It has three parts: the role that GitHub's jobs assume, the
 * policy that CloudFormation works with (`cdk bootstrap --cloudformation-execution-policies`), and the
 * boundary of every role that CloudFormation creates (option `permissionsBoundary`). A policy has too
 * little room for the secrets of many organisations, so those that `signIn` names have their own.
 */

const HOST = "token.actions.githubusercontent.com";

/** The CloudFormation template. */
export function ciTemplate(role: CiRole): object {
  const { stage, account, hasProvider } = role;
  const clientSecrets = clientSecretStatements(role);
  const provider = `arn:aws:iam::${account}:oidc-provider/${HOST}`;
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: `Countersign ${stage}: what its pipeline may do`,
    Resources: {
      ...(hasProvider
        ? {}
        : {
            Provider: {
              Type: "AWS::IAM::OIDCProvider",
              DeletionPolicy: "Retain",
              Properties: { Url: `https://${HOST}`, ClientIdList: ["sts.amazonaws.com"] },
            },
          }),
      Boundary: policy(boundaryNameOf(stage), boundaryStatements(role)),
      Execution: policy(executionPolicyNameOf(stage), executionStatements(role)),
      ...(clientSecrets.length === 0
        ? {}
        : { ClientSecrets: policy(clientSecretsPolicyNameOf(stage), clientSecrets) }),
      Role: {
        Type: "AWS::IAM::Role",
        ...(hasProvider ? {} : { DependsOn: "Provider" }),
        Properties: {
          RoleName: `countersign-${stage}-ci`,
          MaxSessionDuration: 7200,
          AssumeRolePolicyDocument: trust(role, provider),
          Policies: [{ PolicyName: "deploy", PolicyDocument: document(deployStatements(role)) }],
        },
      },
    },
    Outputs: { RoleArn: { Value: { "Fn::GetAtt": ["Role", "Arn"] } } },
  };
}

const policy = (ManagedPolicyName: string, statements: Statement[]) => ({
  Type: "AWS::IAM::ManagedPolicy",
  Properties: { ManagedPolicyName, PolicyDocument: document(statements) },
});

const trust = ({ repository, environment }: CiRole, Federated: string) => ({
  Version: "2012-10-17",
  Statement: [
    {
      Effect: "Allow",
      Principal: { Federated },
      Action: "sts:AssumeRoleWithWebIdentity",
      Condition: {
        StringEquals: {
          [`${HOST}:aud`]: "sts.amazonaws.com",
          [`${HOST}:sub`]: `repo:${repository}:environment:${environment}`,
        },
      },
    },
  ],
});
