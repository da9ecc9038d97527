import { Duration, Stack } from "aws-cdk-lib";
import * as events from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CUSTOMER_BUSES, eventsOf } from "#infra/policies/events.ts";
import type { Job } from "#shared/routes/contract/jobs.ts";
import type { UnitFunction } from "./function.ts";
import type { Stage } from "./stage.ts";

const MINUTES_PER_DAY = 24 * 60;

/** The rules that trigger a job: a schedule, events on the default bus, or the customers' buses. */
export function trigger(
  made: UnitFunction,
  { schedule, event, target, summary }: Job,
  stage: Stage,
): void {
  const targets = [
    new LambdaFunction(made.function, {
      ...(made.deadLetters === null ? {} : { deadLetterQueue: made.deadLetters }),
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
    }),
  ];
  if (schedule !== undefined) {
    const { everyMinutes } = schedule;
    new events.Rule(made, "Schedule", {
      description: summary,
      enabled: isScheduled(schedule, stage),
      schedule: scheduleOf(everyMinutes),
      targets,
    });
  }
  if (event !== undefined) {
    new events.Rule(made, "Event", {
      description: summary,
      eventPattern: eventsOf(event, stage.name, Stack.of(made).account),
      targets,
    });
  }
  if (target === "customer-bus") letCustomerBusesCall(made);
  if (target === "sign-in") letUserPoolsCall(made);
}

/** Whether AWS queues events for a job. The user pool waits for the answer of the job that it calls. */
export const takesEvents = ({ target }: Job): boolean => target !== "sign-in";

/** Whether the stage's options enable a job's schedule. */
export const isScheduled = (
  { option }: NonNullable<Job["schedule"]>,
  { settings }: Stage,
): boolean => option === undefined || (settings[option.name] ?? String(option.deployed)) === "true";

/** A daily job runs at midnight UTC, as in the local run. Other jobs run at their interval. */
const scheduleOf = (everyMinutes: number): events.Schedule =>
  everyMinutes === MINUTES_PER_DAY
    ? events.Schedule.cron({ minute: "0", hour: "0" })
    : events.Schedule.rate(Duration.minutes(everyMinutes));

/**
 * Adds one permission for the rules of every customer bus, current and future. A function's policy is
 * limited to 20 KB, which one permission per tenant would fill at about 40 tenants. The same rules may
 * send undeliverable events to the function's dead-letter queue.
 */
function letCustomerBusesCall({ function: receiver, deadLetters }: UnitFunction): void {
  const { partition, region, account } = Stack.of(receiver);
  const sourceArn = `arn:${partition}:events:${region}:${account}:rule/${CUSTOMER_BUSES}/*`;
  const principal = new ServicePrincipal("events.amazonaws.com");
  receiver.addPermission("CustomerBuses", { principal, sourceArn, sourceAccount: account });
  deadLetters?.addToResourcePolicy(
    new PolicyStatement({
      sid: "CustomerBuses",
      principals: [principal],
      actions: ["sqs:SendMessage"],
      resources: [deadLetters.queueArn],
      conditions: {
        ArnLike: { "aws:SourceArn": sourceArn },
        StringEquals: { "aws:SourceAccount": account },
      },
    }),
  );
}

/** Lets the account's user pools call it. The stage's pool is made before it, and uses its name. */
function letUserPoolsCall(made: UnitFunction): void {
  const { partition, region, account } = Stack.of(made);
  made.function.addPermission("UserPool", {
    principal: new ServicePrincipal("cognito-idp.amazonaws.com"),
    sourceAccount: account,
    sourceArn: `arn:${partition}:cognito-idp:${region}:${account}:userpool/*`,
  });
}
