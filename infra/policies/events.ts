import { eventSourceOf } from "#shared/domain/eventbus/event-source.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { Needs } from "#shared/routes/contract/route.ts";
import { allow, type ResourceArns, type Statement } from "./statement.ts";

/**
 * The events of the default bus that trigger a job: the platform's own announcements, or a service's.
 * Of the platform's own account only, because the bus may be opened to others.
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

/** What provisioning and deprovisioning do with a customer's bus; for its rules see below. */
const busActions = [
  "events:CreateEventBus",
  "events:DeleteEventBus",
  "events:DescribeEventBus",
  "events:ListTagsForResource",
  "events:TagResource",
];

/** They have no resource type in IAM, so they reach every bus; the code uses customers' only. */
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

/** What functions may announce: the events of all jobs but an operator's. */
const announced = (Object.values(jobs) as readonly Job[]).flatMap(({ event, byOperator }) =>
  event === undefined || event.source !== undefined || byOperator ? [] : event.detailTypes,
);

/** Announcements go to the default bus, with the stage's own source only. */
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
              // What an operator tells comes from no function.
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
