import { read } from "../aws/cli.ts";
import { reservationsAsked } from "../deploy/concurrency.ts";
import { deployedStage, leftOverStacks } from "../deploy/deployed-stage.ts";
import { droppedOptions } from "../deploy/options.ts";
import { certificates, mail } from "./addresses.ts";
import { alarms, canary, recipients } from "./alerts.ts";
import { drift } from "./drift.ts";
import { act, type Finding, type Look, ok } from "./finding.ts";
import { keys, table } from "./storage.ts";
import type { Subject } from "./subject.ts";

/* Checks that only a deployed stage needs: the account around it. */

export const accountLooks = (subject: Subject): Look[] => [
  { what: "place", look: () => place(subject) },
  { what: "options", look: () => options(subject) },
  { what: "concurrency", look: () => concurrency(subject) },
  { what: "table", look: () => table(subject) },
  { what: "keys", look: () => keys(subject) },
  { what: "recipients", look: () => recipients(subject) },
  { what: "alarms", look: () => alarms(subject) },
  { what: "certificates", look: () => certificates(subject) },
  { what: "mail", look: () => mail(subject) },
  { what: "canary", look: () => canary(subject) },
  { what: "drift", look: () => drift(subject) },
];

const place = ({ place: { account, region } }: Subject): Finding[] => [
  ok("place", `account ${account}, region ${region}.`),
];

function options({ aws, stage, options }: Subject): Finding[] {
  const deployed = deployedStage(aws, stage);
  if (deployed === null) return [act("options", `there is no stage ${stage} here.`)];
  const dropped = droppedOptions(deployed.options, options);
  const leftOver = leftOverStacks(aws, stage, options);
  return [
    dropped.length === 0
      ? ok("options", `the file has all ${deployed.options.length} that are deployed.`)
      : act("options", `the file lacks ${dropped.join(", ")}, which the deployed stage has.`),
    ...leftOver.map(({ name }) =>
      act(
        "options",
        `${name} is deployed, but no option asks for it: docs/deploying.md, Optional parts.`,
      ),
    ),
  ];
}

function concurrency({ aws, stage, options }: Subject): Finding[] {
  const { AccountLimit } = read<{
    AccountLimit: { ConcurrentExecutions: number; UnreservedConcurrentExecutions: number };
  }>(aws(["lambda", "get-account-settings"]));
  const { ConcurrentExecutions: all, UnreservedConcurrentExecutions: free } = AccountLimit;
  const own = deployedStage(aws, stage)?.reserved ?? 0;
  const says = `quota ${all}, ${all - free} reserved in the account, ${own} of them by this stage`;
  if (own === 0 && reservationsAsked(options, all).wanted > 0) {
    return [
      act("concurrency", `${says}: deploy again, so that webhooks get executions of their own.`),
    ];
  }
  return all < 100
    ? [act("concurrency", `${says}: ask for a higher quota before customers' events arrive.`)]
    : [ok("concurrency", `${says}.`)];
}
