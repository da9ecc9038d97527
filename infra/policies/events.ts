import { eventSourceOf } from "#shared/domain/event-source.ts";
import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";

/** Source of the events that trigger a stage's jobs. */
export const announcementSource = (stage: string): string => eventSourceOf(stage);

/** Names of the buses that customers put events on, one for each tenant. */
export const CUSTOMER_BUSES = "customer-*";

/** What provisioning and deprovisioning do with a customer's bus, and with the rules on it. */
const busActions = [
  "events:CreateEventBus",
  "events:DeleteEventBus",
  "events:DescribeEventBus",
  "events:ListTagsForResource",
  "events:TagResource",
];

/**
 * IAM knows no resource for these two: a statement that names a bus never matches them. What they
 * may change is therefore every bus of the account; the code names customers' buses only.
 */
const busPolicyActions = ["events:PutPermission", "events:RemovePermission"];

const ruleActions = [
  "events:DeleteRule",
  "events:ListTargetsByRule",
  "events:PutRule",
  "events:PutTargets",
  "events:RemoveTargets",
];

/** `arn:…:event-bus/<bus>` → `arn:…:rule/<bus>`, which the names of its rules follow. */
export const rulesOf = (busArn: string): string => busArn.replace(":event-bus/", ":rule/");

/** Announcements go to the default bus, under the stage's own name and no other. */
export function eventStatements(
  { events, buses }: Needs,
  { busArnPrefix, stage }: ResourceArns,
): Statement[] {
  const customers = `${busArnPrefix}${CUSTOMER_BUSES}`;
  return [
    ...(events === undefined
      ? []
      : [
          {
            ...allow("AnnounceWork", ["events:PutEvents"], [`${busArnPrefix}default`]),
            // The key holds a list (Service Authorization Reference), even of a single entry.
            Condition: {
              "ForAnyValue:StringEquals": { "events:source": announcementSource(stage) },
            },
          },
        ]),
    ...(buses === undefined
      ? []
      : [
          allow("AdministerBuses", busActions, [customers]),
          allow("AdministerBusPolicies", busPolicyActions, ["*"]),
          allow("AdministerRules", ruleActions, [`${rulesOf(customers)}/*`]),
        ]),
  ];
}
