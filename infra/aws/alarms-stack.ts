import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import * as cloudwatch from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import * as iam from "aws-cdk-lib/aws-iam";
import * as sns from "aws-cdk-lib/aws-sns";
import { EmailSubscription, UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Construct } from "constructs";
import { type AlarmSpec, alarmsOf } from "./alarms.ts";
import type { ApiStack } from "./api-stack.ts";
import { budgetOf } from "./budget.ts";
import { canaryAlarms } from "./canary-alarm.ts";
import { dashboardOf } from "./dashboard.ts";
import { keyAlarms } from "./key-alarms.ts";
import { readMetrics } from "./log-metrics.ts";
import { serviceLevelAlarms } from "./service-levels.ts";
import type { Stage } from "./stage.ts";
import { trafficAlarms } from "./traffic-alarms.ts";

/** What informs the operator: alarms by e-mail, and one dashboard. */
export class AlarmsStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: Stage; api: ApiStack }) {
    super(scope, id, props);
    const { stage, api } = props;
    const topics = {
      soon: this.#topic("Topic", `countersign-${stage.name}-alarms`, stage.recipients.all),
      urgent: this.#topic("UrgentTopic", `countersign-${stage.name}-urgent`, [
        ...new Set([...stage.recipients.all, ...stage.recipients.urgent]),
      ]),
    };
    readMetrics(this, stage.name);
    const alarms = [
      ...alarmsOf(stage, api.api.apiId),
      ...trafficAlarms(stage, api.api.apiId),
      ...serviceLevelAlarms(stage.name),
      ...canaryAlarms(stage),
    ];
    for (const spec of alarms) this.#alarm(spec, stage, topics);
    dashboardOf(this, stage, api.api.apiId);
    keyAlarms(this, stage, topics.urgent);
    budgetOf(this, stage);
    new CfnOutput(this, "AlarmTopic", { value: topics.soon.topicArn });
    new CfnOutput(this, "UrgentAlarmTopic", { value: topics.urgent.topicArn });
  }

  /**
   * The TLS-only statement gives the topic a policy of its own, which replaces SNS's default policy.
   * The default lets CloudWatch publish, so we have to grant that permission again.
   */
  #topic(id: string, topicName: string, recipients: readonly string[]): sns.Topic {
    const topic = new sns.Topic(this, id, { topicName, enforceSSL: true });
    topic.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: "AlarmsOfThisAccount",
        principals: [new iam.ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": this.account } },
      }),
    );
    for (const one of recipients) {
      topic.addSubscription(
        one.startsWith("https://") ? new UrlSubscription(one) : new EmailSubscription(one),
      );
    }
    return topic;
  }

  /**
   * Every alarm sends a message when it begins. Only an urgent one also sends a message when it ends:
   * each alarm becomes OK on the first day, and a hundred such messages would teach people to ignore
   * them.
   */
  #alarm(spec: AlarmSpec, stage: Stage, topics: { soon: sns.Topic; urgent: sns.Topic }): void {
    const alarm = new cloudwatch.Alarm(this, spec.id, {
      alarmName: `countersign-${stage.name}-${spec.id}`,
      alarmDescription: `${spec.isUrgent ? "Urgent" : "Soon"}: ${spec.description}`,
      metric: spec.metric,
      threshold: spec.threshold,
      evaluationPeriods: spec.periods ?? 1,
      comparisonOperator: spec.isLow
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: spec.isSilenceFinding
        ? cloudwatch.TreatMissingData.MISSING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
      ...(spec.isPercentile ? { evaluateLowSampleCountPercentile: "ignore" } : {}),
    });
    const action = new SnsAction(spec.isUrgent ? topics.urgent : topics.soon);
    alarm.addAlarmAction(action);
    if (spec.isUrgent) alarm.addOkAction(action);
    // Before the first data the state does not change, so no message is sent. Afterwards one is.
    if (spec.isSilenceFinding) alarm.addInsufficientDataAction(action);
  }
}
