import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import * as iam from "aws-cdk-lib/aws-iam";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { type AlarmSpec, alarmsOf } from "./alarms.ts";
import type { ApiStack } from "./api-stack.ts";
import { canaryAlarms } from "./canary-alarm.ts";
import { dashboardOf } from "./dashboard.ts";
import { logAlarms } from "./log-alarms.ts";
import { readMetrics } from "./log-metrics.ts";
import type { Stage } from "./stage.ts";

/** What informs the operator: alarms by e-mail, and one dashboard. */
export class AlarmsStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage; api: ApiStack }) {
    super(scope, id, props);
    const { stage, api } = props;
    const topic = this.#topic(stage);
    if (stage.alarmEmail !== null) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    readMetrics(this, stage.name);
    const alarms = [
      ...alarmsOf(stage, api.api.apiId),
      ...logAlarms(stage.name),
      ...canaryAlarms(stage),
    ];
    for (const spec of alarms) this.#alarm(spec, stage, topic);
    dashboardOf(this, stage, api.api.apiId);
    new CfnOutput(this, "AlarmTopic", { value: topic.topicArn });
  }

  /**
   * The TLS-only statement gives the topic a policy of its own, which replaces SNS's default one.
   * The default lets CloudWatch publish, so that permission has to be granted again.
   */
  #topic(stage: Stage): sns.Topic {
    const topic = new sns.Topic(this, "Topic", {
      topicName: `countersign-${stage.name}-alarms`,
      enforceSSL: true,
    });
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: "AlarmsOfThisAccount",
        principals: [new iam.ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": this.account } },
      }),
    );
    return topic;
  }

  #alarm(spec: AlarmSpec, stage: Stage, topic: sns.Topic): void {
    const alarm = new cloudwatch.Alarm(this, spec.id, {
      alarmName: `countersign-${stage.name}-${spec.id}`,
      alarmDescription: spec.description,
      metric: spec.metric,
      threshold: spec.threshold,
      evaluationPeriods: spec.periods ?? 1,
      comparisonOperator: spec.isLow
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: spec.isLow
        ? cloudwatch.TreatMissingData.BREACHING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topic));
    alarm.addOkAction(new SnsAction(topic));
  }
}
