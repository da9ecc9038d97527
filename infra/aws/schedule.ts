import { Duration, RemovalPolicy } from "aws-cdk-lib";
import * as events from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import * as sqs from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Job } from "../../shared/routes/jobs.ts";
import type { UnitFunction } from "./function.ts";

const MINUTES_PER_DAY = 24 * 60;

/** The rule that runs a job by the clock, and the queue for runs that failed for good. */
export class JobTrigger extends Construct {
  readonly deadLetters: sqs.Queue;

  constructor(made: UnitFunction, { schedule, summary }: Job) {
    super(made, "Trigger");
    this.deadLetters = new sqs.Queue(this, "DeadLetters", {
      enforceSSL: true,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new events.Rule(this, "Rule", {
      description: summary,
      schedule: scheduleOf(schedule.everyMinutes),
      targets: [
        new LambdaFunction(made.function, {
          deadLetterQueue: this.deadLetters,
          retryAttempts: 2,
          maxEventAge: Duration.hours(1),
        }),
      ],
    });
  }
}

/** A daily job runs at midnight UTC, as the local run has it; others by their interval. */
const scheduleOf = (everyMinutes: number): events.Schedule =>
  everyMinutes === MINUTES_PER_DAY
    ? events.Schedule.cron({ minute: "0", hour: "0" })
    : events.Schedule.rate(Duration.minutes(everyMinutes));
