import { setTimeout as pause } from "node:timers/promises";
import { withoutTrailing } from "#shared/domain/text/text.ts";
import { readSystemsAnswer, type SystemsVerdict } from "./answer.ts";
import type { SystemArguments } from "./arguments.ts";
import { request } from "./ask.ts";

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/**
 * Asks whether a repository, or systems, may go out. If no run has read them yet, it starts the
 * examination of the commit if it may, and asks again until the time to wait is over.
 * @throws Error if there is no complete, consistent answer in time
 */
export async function checkSystems(
  given: SystemArguments,
  token: string,
  signal: AbortSignal,
): Promise<SystemsVerdict> {
  const until = Date.now() + given.wait * 1000;
  let verdict = await ask(given, token, signal);
  if (!verdict.isUnscanned || given.wait === 0) return verdict;
  await examine(given, verdict, token, signal);
  for (let ms = SHORTEST_PAUSE_MS; verdict.isUnscanned; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    if (Date.now() + ms > until) {
      const [why] = verdict.blockers;
      throw new Error(`no run read it within ${given.wait} seconds. ${why?.detail ?? ""}`);
    }
    await pause(ms);
    verdict = await ask(given, token, signal);
  }
  return verdict;
}

async function ask(
  given: SystemArguments,
  token: string,
  signal: AbortSignal,
): Promise<SystemsVerdict> {
  const { commit, artifacts, frameworks } = given;
  const body = {
    ...(commit === null ? {} : { commit }),
    ...(artifacts === null ? {} : { artifact_ids: artifacts }),
    ...(frameworks === null ? {} : { framework_ids: frameworks }),
  };
  const { status, text } = await post(given, "/machine/clearance/systems", body, token, signal);
  if (status !== 200) throw new Error(`the service answered ${status}${wordsOf(text)}`);
  return readSystemsAnswer(text, commit, artifacts);
}

/** Starts the commit's examination. Without `runs:start`, a machine waits for somebody else to. */
async function examine(
  given: SystemArguments,
  { repository }: SystemsVerdict,
  token: string,
  signal: AbortSignal,
): Promise<void> {
  const { commit } = given;
  if (commit === null || repository === null) return;
  const path = `/machine/connections/${encodeURIComponent(repository.connection_id)}/discovery-runs`;
  const body = { repository_id: repository.id, commit };
  const { status, text } = await post(given, path, body, token, signal);
  if (status === 200 || status === 202 || status === 403) return;
  throw new Error(`the examination was not started: ${status}${wordsOf(text)}`);
}

const post = (
  { url }: SystemArguments,
  path: string,
  body: object,
  token: string,
  signal: AbortSignal,
) =>
  request(
    new URL(`${withoutTrailing("/", url.pathname)}${path}`, url.origin),
    {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    },
    signal,
  );

/** The code and detail of a problem document. */
export function wordsOf(text: string): string {
  try {
    const { code, detail } = Object(JSON.parse(text)) as Record<string, unknown>;
    return typeof code === "string" ? `, ${code}: ${String(detail ?? "")}` : "";
  } catch {
    return "";
  }
}
