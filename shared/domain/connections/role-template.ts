import { listingActions } from "#shared/domain/discovery/cloudb/kinds.ts";

/** The role's name in the template. Customers who create the role otherwise may choose another. */
export const DISCOVERY_ROLE_NAME = "CountersignDiscovery";

/**
 * A CloudFormation template for the customer's role: the platform's account may assume it with the
 * connection's external id, and may call only `listingActions`.
 * @param platformAccount 12 digits; null: the customer fills it in
 */
export const roleTemplate = (platformAccount: string | null, externalId: string) => ({
  AWSTemplateFormatVersion: "2010-09-09",
  Description: "Lets Countersign list SageMaker and Bedrock resources of this account",
  Parameters: {
    PlatformAccount: {
      Type: "String",
      AllowedPattern: "^[0-9]{12}$",
      Description: "The account of the Countersign platform",
      ...(platformAccount === null ? {} : { Default: platformAccount }),
    },
    ExternalId: { Type: "String", Default: externalId },
  },
  Resources: {
    DiscoveryRole: {
      Type: "AWS::IAM::Role",
      Properties: {
        RoleName: DISCOVERY_ROLE_NAME,
        Description: "Read-only listings for Countersign",
        MaxSessionDuration: 3600,
        AssumeRolePolicyDocument: {
          Version: "2012-10-17",
          Statement: [
            {
              Effect: "Allow",
              Principal: {
                AWS: {
                  "Fn::Join": [
                    "",
                    [
                      "arn:",
                      { Ref: "AWS::Partition" },
                      ":iam::",
                      { Ref: "PlatformAccount" },
                      ":root",
                    ],
                  ],
                },
              },
              Action: "sts:AssumeRole",
              Condition: { StringEquals: { "sts:ExternalId": { Ref: "ExternalId" } } },
            },
          ],
        },
        Policies: [
          {
            PolicyName: "ListAiResources",
            PolicyDocument: {
              Version: "2012-10-17",
              Statement: [{ Effect: "Allow", Action: listingActions, Resource: "*" }],
            },
          },
        ],
      },
    },
  },
  Outputs: { RoleArn: { Value: { "Fn::GetAtt": ["DiscoveryRole", "Arn"] } } },
});
