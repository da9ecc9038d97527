import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import type { Construct } from "constructs";
import type { Stage } from "./stage.ts";

/** Requests from one address in five minutes. Half of a room's are for its page and files. */
const limits = { everywhere: 3000, counsel: 300, room: 600 };

/**
 * The web firewall of the stage's CloudFront distribution, in the only region that allows such a
 * firewall. `npm run deploy` deploys it first and passes its ARN to the Front stack.
 */
export class FirewallStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage }) {
    super(scope, id, props);
    new CfnOutput(this, "WebAclArn", { value: webAcl(this, props.stage.name).attrArn });
  }
}

function webAcl(scope: Construct, stage: string): CfnWebACL {
  const visibility = (metricName: string) => ({
    metricName: `countersign-${stage}-${metricName}`,
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: false,
  });
  const below = (searchString: string): CfnWebACL.StatementProperty => ({
    byteMatchStatement: {
      fieldToMatch: { uriPath: {} },
      positionalConstraint: "STARTS_WITH",
      searchString,
      textTransformations: [{ priority: 0, type: "NONE" }],
    },
  });
  const limited = (
    priority: number,
    name: string,
    limit: number,
    scopeDownStatement: CfnWebACL.StatementProperty,
  ): CfnWebACL.RuleProperty => ({
    name,
    priority,
    action: { block: { customResponse: { responseCode: 429 } } },
    statement: { rateBasedStatement: { aggregateKeyType: "IP", limit, scopeDownStatement } },
    visibilityConfig: visibility(name),
  });
  return new CfnWebACL(scope, "WebAcl", {
    name: `countersign-${stage}`,
    scope: "CLOUDFRONT",
    defaultAction: { allow: {} },
    visibilityConfig: visibility("all"),
    rules: [
      limited(0, "counsel", limits.counsel, below("/counsel/")),
      limited(1, "room", limits.room, below("/room/")),
      // Webhooks are signed and come from few addresses. The API itself throttles them.
      limited(2, "everywhere", limits.everywhere, {
        notStatement: { statement: below("/webhooks/") },
      }),
      {
        name: "reputation",
        priority: 3,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: "AWS",
            name: "AWSManagedRulesAmazonIpReputationList",
          },
        },
        visibilityConfig: visibility("reputation"),
      },
    ],
  });
}
