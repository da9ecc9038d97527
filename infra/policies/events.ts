import { eventSourceOf } from "#shared/domain/eventbus/event-source.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";

/**
 * The events on the default bus that trigger a job: the platform's own announcements, or a service's.
 * Only events of the platform's own account count, because the bus may be opened to others.
 */
export const eventsOf = (
  { source, detailTypes }: NonNullable<Job["event"]>,
  stage: string,
  account: string,
) => ({
  source: [source ?? eventSourceOf(stage)],
  detailType: [...detailTypes],
  account: [account],
});

/** Name pattern of the buses that customers put events on; one bus per tenant. */
export const CUSTOMER_BUSES = "customer-*";

/** How provisioning and deprovisioning manage a customer's bus. Its rules follow below. */
const busActions = [
  "events:CreateEventBus",
  "events:DeleteEventBus",
  "events:DescribeEventBus",
  "events:ListTagsForResource",
  "events:TagResource",
];

/** They have no resource type in IAM, so they cover every bus. The code uses only customers'. */
const busPolicyActions = ["events:PutPermission", "events:RemovePermission"];

const ruleActions = [
  "events:DeleteRule",
  "events:ListTargetsByRule",
  "events:PutRule",
  "events:PutTargets",
  "events:RemoveTargets",
];

/** `arn:…:event-bus/<bus>` → `arn:…:rule/<bus>`, the prefix of its rules' ARNs. */
export const rulesOf = (busArn: string): string => busArn.replace(":event-bus/", ":rule/");

/** What functions may announce: the platform's own events for all jobs except an operator's. */
const announced = (Object.values(jobs) as readonly Job[]).flatMap(({ event, byOperator }) =>
  event === undefined || event.source !== undefined || byOperator ? [] : event.detailTypes,
);

/** Announcements go to the default bus, and only with the stage's own source. */
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
            // A multivalued condition key, even for one entry (Service Authorization Reference).
            Condition: {
              "ForAnyValue:StringEquals": { "events:source": eventSourceOf(stage) },
              // No function may announce what an operator's command announces.
              "ForAllValues:StringEquals": { "events:detail-type": announced },
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
