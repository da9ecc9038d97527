import { stackName } from "#infra/aws/naming.ts";
import { read } from "../aws/cli.ts";
import { outputsOf } from "../deploy/deployed-stage.ts";
import { act, ageText, type Finding, ok, secondsBetween } from "./finding.ts";
import type { Subject } from "./subject.ts";

/* Checks who is notified, what is firing, and the canary. */

export function recipients({ aws, stage }: Subject): Finding[] {
  const outputs = outputsOf(aws, stackName(stage, "Alarms")) ?? {};
  return Object.entries({ soon: outputs.AlarmTopic, urgent: outputs.UrgentAlarmTopic }).map(
    ([severity, topic]) => {
      const what = `recipients (${severity})`;
      if (topic === undefined) return act(what, "there is no topic: deploy the Alarms stack.");
      const { Subscriptions: all } = read<{
        Subscriptions: { Endpoint: string; SubscriptionArn: string }[];
      }>(aws(["sns", "list-subscriptions-by-topic", "--topic-arn", topic]));
      const waiting = all.filter(({ SubscriptionArn }) => !SubscriptionArn.startsWith("arn:"));
      if (all.length === 0) return act(what, "nobody hears of these alarms.");
      return waiting.length > 0
        ? act(what, `not confirmed: ${waiting.map(({ Endpoint }) => Endpoint).join(", ")}.`)
        : ok(what, `${all.map(({ Endpoint }) => Endpoint).join(", ")}, all confirmed.`);
    },
  );
}

interface Alarm {
  AlarmName: string;
  StateUpdatedTimestamp: string;
  AlarmConfigurationUpdatedTimestamp: string;
}

export function alarms({ aws, stage }: Subject): Finding[] {
  const prefix = `countersign-${stage}-`;
  const inState = (state: string, names: string): Alarm[] => {
    const of = ["--alarm-name-prefix", names, "--state-value", state];
    const answer = aws(["cloudwatch", "describe-alarms", ...of]);
    return read<{ MetricAlarms?: Alarm[] }>(answer).MetricAlarms ?? [];
  };
  const silent = inState("INSUFFICIENT_DATA", `${prefix}MissedRuns-`).filter(hasFallenSilent);
  // Only the alarms of a stage `prod`, not those of another one that is called `prod-eu`.
  const own = [...inState("ALARM", prefix), ...silent].filter(({ AlarmName }) =>
    /^[A-Z]/.test(AlarmName.slice(prefix.length)),
  );
  return own.length === 0
    ? [ok("alarms", "none is firing.")]
    : own.map(({ AlarmName }) => act("alarms", `${AlarmName} is firing: docs/alarms.md.`));
}

/**
 * Whether an alarm that fires for want of data has had data before. On the first day of a stage, its
 * state is as old as the alarm itself.
 */
const hasFallenSilent = (alarm: Alarm): boolean =>
  secondsBetween(alarm.AlarmConfigurationUpdatedTimestamp, alarm.StateUpdatedTimestamp) > 60;

export function canary({ aws, stage, options, now }: Subject): Finding[] {
  if (String(options.CANARY_ENABLED) === "false")
    return [ok("canary", "switched off by an option.")];
  const since = Date.parse(now) - 3 * 3600 * 1000;
  const { events = [] } = read<{ events?: { message: string; timestamp: number }[] }>(
    aws([
      "logs",
      "filter-log-events",
      "--log-group-name",
      `/countersign/${stage}/functions/runCanary`,
      "--start-time",
      String(since),
      "--filter-pattern",
      '{ $.operation = "runCanary" }',
    ]),
  );
  const last = events.toSorted((a, b) => a.timestamp - b.timestamp).at(-1);
  if (last === undefined) return [act("canary", "it has not run for three hours.")];
  const { outcome, step, fault } = JSON.parse(last.message) as Record<string, string>;
  const age = ageText((Date.parse(now) - last.timestamp) / 1000);
  return outcome === "ok"
    ? [ok("canary", `its last review passed ${age} ago.`)]
    : [act("canary", `${outcome} ${age} ago at "${step}": ${fault}`)];
}
