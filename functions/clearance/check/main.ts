import process from "node:process";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { readAnswer, type Verdict } from "./answer.ts";
import { type Arguments, parseArguments, USAGE } from "./arguments.ts";
import { hasTokenSource, readToken, request } from "./ask.ts";
import { plain } from "./escape.ts";
import { reportFault, reportVerdict } from "./report.ts";
import { type GivenRule, readRules } from "./rules-file.ts";

const TIME_LIMIT_MS = 20_000;

/** Bad use: nothing was asked. */
const misused = (fault: string): number => {
  console.error(`${plain(fault)}.\n${USAGE}`);
  return 2;
};

async function main(): Promise<number> {
  const given = parseArguments(process.argv.slice(2));
  if ("fault" in given) return misused(given.fault);
  let rules: GivenRule[];
  try {
    rules = readRules(given.rules);
  } catch (error) {
    return misused((error as Error).message);
  }
  if (!hasTokenSource(process.env)) {
    return misused(
      "There is no token: on GitHub the job needs `permissions: id-token: write`, elsewhere set CLEARANCE_TOKEN",
    );
  }
  const { isSoft, framework } = given;
  try {
    const verdict = await check(given, rules);
    reportVerdict(verdict, { framework, count: rules.length, isSoft }, process.env);
    return verdict.cleared || isSoft ? 0 : 1;
  } catch (error) {
    reportFault((error as Error).message, isSoft, process.env);
    return isSoft ? 0 : 3;
  }
}

/** @throws Error if there is no whole, consistent answer */
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

/** What a problem document says. */
function wordsOf(text: string): string {
  try {
    const { code, detail } = Object(JSON.parse(text)) as Record<string, unknown>;
    return typeof code === "string" ? `, ${code}: ${String(detail ?? "")}` : "";
  } catch {
    return "";
  }
}

process.exitCode = await main();
