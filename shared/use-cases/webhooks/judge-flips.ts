import { whyNot } from "#shared/domain/clearance/judge.ts";
import { questionOf } from "#shared/domain/clearance/question.ts";
import type { WebhookMessage } from "#shared/domain/webhooks/event-types.ts";
import { now } from "#shared/platform/clock.ts";
import {
  MAX_VERDICTS,
  type ToldVerdict,
  tellVerdicts,
  toldVerdicts,
  type VerdictToTell,
} from "#shared/store/told-verdicts.ts";
import { bookAt, loadRuleFacts } from "#shared/use-cases/clearance/load-rule-facts.ts";

/** The rules of a book whose verdicts a change may have turned. */
export interface BookChange {
  framework_id: string;
  use_case_ids: readonly string[];
  /** The time of the change's row, ISO 8601 UTC. */
  at: string;
}

const MAX_AT_ONCE = 500;

/**
 * Tells of each rule whose verdict, judged now and without options, differs from the one that endpoints
 * know: the one that they were last told, or else those that held when they began to listen and just
 * before the change. So it does not matter in which order changes are dated, committed and told.
 * @param since since when somebody who listens now has been listening, ISO 8601 UTC
 * @returns how many verdicts have turned
 */
export async function tellFlips(change: BookChange, since: string): Promise<number> {
  const { use_case_ids } = change;
  let turned = 0;
  for (let from = 0; from < use_case_ids.length; from += MAX_AT_ONCE) {
    let open = use_case_ids.slice(from, from + MAX_AT_ONCE);
    while (open.length > 0) {
      const { at, verdicts } = await judged(change, open, since);
      const left: string[] = [];
      for (let next = 0; next < verdicts.length; next += MAX_VERDICTS) {
        const part = verdicts.slice(next, next + MAX_VERDICTS);
        const isTold = await tellVerdicts(change.framework_id, at, part);
        // Otherwise another courier has told of one meanwhile, perhaps of an earlier state.
        if (isTold) turned += part.filter(({ message }) => message !== null).length;
        else left.push(...part.map(({ use_case_id }) => use_case_id));
      }
      open = left;
    }
  }
  return turned;
}

async function judged(
  { framework_id, at: changedAt }: BookChange,
  ids: readonly string[],
  since: string,
): Promise<{ at: string; verdicts: VerdictToTell[] }> {
  // Read before the rules are judged: whoever tells of one after this also makes the write fail.
  const told = await toldVerdicts(framework_id, ids);
  const at = timeAfter(changedAt, told);
  const isHeard = (one: ToldVerdict | null | undefined) => one != null && one.at >= since;
  const unheard = ids.filter((_, i) => !isHeard(told[i]));
  // Earlier versions told of verdicts and noted none, so what held just before this change counts too.
  const known = [since, changedAt];
  const [present, ...earlier] = await Promise.all([
    reasonsOn(framework_id, ids, at, at),
    ...known.map((one) => reasonsOn(framework_id, unheard, justBefore(one), at)),
  ]);
  const verdicts = ids.map((use_case_id, i): VerdictToTell => {
    const before = told[i] ?? null;
    const reason = present.get(use_case_id) ?? null;
    const cleared = reason === null;
    const was = isHeard(before)
      ? [before?.cleared]
      : earlier.map((reasons) => reasons.get(use_case_id) === null);
    const data = { framework_id, use_case_id, cleared, reason };
    const message: WebhookMessage = {
      ...{ type: "clearance.changed", timestamp: at, data, audience: "everybody" },
    };
    return {
      use_case_id,
      cleared,
      before,
      message: was.every((one) => one === cleared) ? null : message,
    };
  });
  return { at, verdicts };
}

/** No clock of the service is ahead of another one by more. A note from later was altered. */
const MAX_AHEAD_MS = 5 * 60_000;

/** The present; later than the change and all that was told, also if this clock is behind theirs. */
function timeAfter(changedAt: string, told: readonly (ToldVerdict | null)[]): string {
  const present = Math.max(Date.parse(now()), Date.parse(changedAt));
  const times = told
    .map((one) => Date.parse(one?.at ?? "") + 1)
    .filter((time) => time <= present + MAX_AHEAD_MS);
  return new Date(Math.max(present, ...times)).toISOString();
}

const justBefore = (at: string): string => new Date(Date.parse(at) - 1).toISOString();

/** By rule, why it is not cleared; null: it is. */
async function reasonsOn(
  framework_id: string,
  use_case_ids: readonly string[],
  on: string,
  now: string,
): Promise<ReadonlyMap<string, string | null>> {
  if (use_case_ids.length === 0) return new Map();
  const question = questionOf({ framework_id, use_case_ids, on: on < now ? on : null });
  const [{ superseded }, { facts }] = await Promise.all([
    bookAt(framework_id, on, now),
    loadRuleFacts(question, on, now, "verdicts"),
  ]);
  return new Map(
    facts.map((one) => [one.use_case_id, whyNot(one, question, superseded, on)?.reason ?? null]),
  );
}
