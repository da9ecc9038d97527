import process from "node:process";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { readAnswer, type Verdict } from "./answer.ts";
import { type Arguments, parseArguments, type SystemArguments, USAGE } from "./arguments.ts";
import { hasTokenSource, readToken, request } from "./ask.ts";
import { plain } from "./escape.ts";
import { reportFault, reportVerdict } from "./report.ts";
import { type GivenRule, readRules } from "./rules-file.ts";
import { checkSystems, wordsOf } from "./systems.ts";

const TIME_LIMIT_MS = 20_000;

/** Reports wrong usage, when no question was sent. */
const misused = (fault: string): number => {
  console.error(`${plain(fault)}.\n${USAGE}`);
  return 2;
};

async function main(): Promise<number> {
  const given = parseArguments(process.argv.slice(2));
  if ("fault" in given) return misused(given.fault);
  let rules: GivenRule[] = [];
  try {
    if (given.mode === "rules") rules = readRules(given.rules);
  } catch (error) {
    return misused((error as Error).message);
  }
  if (!hasTokenSource(process.env)) {
    if (given.mode === "rules" || process.env.GITHUB_ACTIONS !== "true") return misused(NO_TOKEN);
    reportFault(NO_TOKEN_OF_A_FORK, given.isSoft, process.env);
    return given.isSoft ? 0 : 3;
  }
  const { isSoft } = given;
  try {
    const verdict =
      given.mode === "rules" ? await checkRules(given, rules) : await checkRepository(given);
    return verdict.cleared || isSoft ? 0 : 1;
  } catch (error) {
    reportFault((error as Error).message, isSoft, process.env);
    return isSoft ? 0 : 3;
  }
}

const NO_TOKEN =
  "There is no token: on GitHub the job needs `permissions: id-token: write`, elsewhere set CLEARANCE_TOKEN";
const NO_TOKEN_OF_A_FORK =
  "GitHub gives a fork's pull request no OIDC token, and no job without `permissions: id-token: write`";

async function checkRules(given: Arguments, rules: readonly GivenRule[]): Promise<Verdict> {
  const verdict = await check(given, rules);
  const about = {
    of: given.framework,
    what: "rule" as const,
    count: rules.length,
    isSoft: given.isSoft,
  };
  reportVerdict(verdict, about, process.env);
  return verdict;
}

async function checkRepository(given: SystemArguments): Promise<Verdict> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS + given.wait * 1000);
  const token = await readToken(process.env, given.audience, signal);
  const verdict = await checkSystems(given, token, signal);
  const of = verdict.repository?.full_name ?? "this organisation";
  const about = { of, what: "system" as const, count: verdict.count, isSoft: given.isSoft };
  reportVerdict(verdict, about, process.env);
  return verdict;
}

/** @throws Error if there is no complete, consistent answer */
async function check(given: Arguments, rules: readonly GivenRule[]): Promise<Verdict> {
  const { url, framework, audience, more } = given;
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const token = await readToken(process.env, audience, signal);
  const address = new URL(`${withoutTrailing("/", url.pathname)}/clearance/pipeline`, url.origin);
  const { status, text } = await request(
    address,
    {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ framework_id: framework, rules, ...more }),
    },
    signal,
  );
  if (status !== 200) throw new Error(`the service answered ${status}${wordsOf(text)}`);
  return readAnswer(text, framework, rules);
}

process.exitCode = await main();
