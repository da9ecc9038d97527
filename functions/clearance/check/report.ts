import { appendFileSync } from "node:fs";
import { countOf } from "#shared/domain/text/text.ts";
import type { Verdict } from "./answer.ts";
import { inCommand, inMarkdown, plain } from "./escape.ts";

interface About {
  /** The framework, or the repository. */
  of: string;
  what: "rule" | "system";
  count: number;
  isSoft: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

const isGithub = ({ GITHUB_ACTIONS }: Environment): boolean => GITHUB_ACTIONS === "true";

/** Prints the verdict as a table, on GitHub also as annotations and in the step's summary. */
export function reportVerdict(verdict: Verdict, about: About, environment: Environment): void {
  const { cleared, blockers } = verdict;
  const { of, what, count, isSoft } = about;
  const outcome = cleared
    ? `Cleared: ${countOf(count, what)} of ${of}.`
    : count === 0
      ? `NOT cleared: ${of}.`
      : `NOT cleared: ${blockers.length} of ${countOf(count, what)} of ${of}.`;
  console.log(plain(outcome));
  const width = Math.max(0, ...blockers.map(({ use_case_id }) => plain(use_case_id).length));
  const reasons = Math.max(0, ...blockers.map(({ reason }) => plain(reason).length));
  for (const { use_case_id, reason, detail } of blockers) {
    const name = plain(use_case_id).padEnd(width);
    console.log(`| ${name} | ${plain(reason).padEnd(reasons)} | ${plain(detail)}`);
  }
  if (!isGithub(environment)) return;
  const level = isSoft ? "warning" : "error";
  for (const { use_case_id, reason, detail } of blockers) {
    const message = `${use_case_id}: ${reason}. ${detail}`;
    console.log(`::${level} title=Not cleared::${inCommand(message)}`);
  }
  summarise(
    [
      `### ${inMarkdown(outcome)}`,
      "",
      ...(cleared
        ? []
        : [
            what === "rule" ? "| Rule | Reason | Detail |" : "| System | Reason | Detail |",
            "| --- | --- | --- |",
          ]),
      ...blockers.map(
        ({ use_case_id, reason, detail }) =>
          `| ${inMarkdown(use_case_id)} | ${inMarkdown(reason)} | ${inMarkdown(detail)} |`,
      ),
      "",
    ],
    environment,
  );
}

/** Reports why the check reached no verdict. */
export function reportFault(fault: string, isSoft: boolean, environment: Environment): void {
  console.error(plain(`Not checked: ${fault}.`));
  if (!isGithub(environment)) return;
  const level = isSoft ? "warning" : "error";
  console.log(`::${level} title=Clearance not checked::${inCommand(fault)}`);
  summarise([`### Clearance not checked: ${inMarkdown(fault)}`, ""], environment);
}

function summarise(lines: readonly string[], { GITHUB_STEP_SUMMARY }: Environment): void {
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === "") return;
  try {
    appendFileSync(GITHUB_STEP_SUMMARY, `${lines.join("\n")}\n`);
  } catch {
    console.error("The step's summary cannot be written.");
  }
}
