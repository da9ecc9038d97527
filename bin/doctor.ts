import { setTimeout as wait } from "node:timers/promises";
import { visibleLine } from "#shared/domain/text/text.ts";
import { localRun } from "./aws/local-run.ts";
import { placeOf } from "./aws/place.ts";
import { optionsOf } from "./deploy/options.ts";
import { accountLooks } from "./doctor/account.ts";
import { readArguments } from "./doctor/arguments.ts";
import { exitCodeOf, lineOf, lookAt } from "./doctor/finding.ts";
import { localReader, stageReader } from "./doctor/readers.ts";
import { serviceLooks } from "./doctor/service.ts";
import { runCommand } from "./run-command.ts";

/**
 * `npm run doctor -- <stage>`, `npm run doctor -- local`: checks everything that an operator has to
 * know about a stage, and prints one line each, worst first. It changes nothing. Exit codes: 0 nothing
 * to do · 1 somebody has to act · 2 wrong arguments, or not the stage's account · 3 something could not
 * be checked
 */

async function doctor(): Promise<number> {
  const { stage, profile } = readArguments(process.argv.slice(2));
  const now = new Date().toISOString();
  const looks =
    stage === "local"
      ? serviceLooks(localReader(localRun(), now))
      : await looksAtStage(stage, profile, now);
  const found = await lookAt(looks);
  for (const finding of found) console.log(visibleLine(lineOf(finding)));
  return exitCodeOf(found);
}

async function looksAtStage(stage: string, profile: string | null, now: string) {
  const options = optionsOf(stage);
  const { place, aws } = placeOf(stage, options, profile);
  const subject = { stage, options, place, aws, now, pause: (ms: number) => wait(ms) };
  return [...accountLooks(subject), ...serviceLooks(stageReader(subject))];
}

await runCommand(doctor, 2);
