import { eventsOf } from "#infra/policies/events.ts";
import { type Job, jobs } from "#shared/routes/contract/jobs.ts";
import type { Bus, Rule } from "./bus.ts";
import { DEFAULT_BUS } from "./calls.ts";

interface Facts {
  account: string;
  region: string;
  /** Milliseconds since the epoch. */
  at: number;
  stage: string;
}

const functionArn = (id: string, { account, region }: Pick<Facts, "account" | "region">): string =>
  `arn:aws:lambda:${region}:${account}:function:${id}`;

/** The default bus with the deployment's own rules: one per job that an event triggers. */
export function defaultBus(facts: Facts, table: readonly Job[] = Object.values(jobs)): Bus {
  return {
    name: DEFAULT_BUS,
    arn: `arn:aws:events:${facts.region}:${facts.account}:event-bus/${DEFAULT_BUS}`,
    createdAt: facts.at,
    changedAt: facts.at,
    tags: {},
    statements: [],
    rules: table.flatMap(({ event, ...job }) =>
      event === undefined ? [] : [ruleOf(job, event, facts)],
    ),
  };
}

function ruleOf(
  { id, summary }: Omit<Job, "event">,
  event: NonNullable<Job["event"]>,
  facts: Facts,
): Rule {
  const { detailType, ...pattern } = eventsOf(event, facts.stage, facts.account);
  return {
    name: id,
    arn: `arn:aws:events:${facts.region}:${facts.account}:rule/${id}`,
    pattern: JSON.stringify({ ...pattern, "detail-type": detailType }),
    description: summary,
    targets: [{ Id: id, Arn: functionArn(id, facts) }],
  };
}
