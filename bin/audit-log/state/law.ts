import type { AuditRow } from "#shared/domain/audit/row.ts";
import { MAX_RULES_ASKED } from "#shared/domain/clearance/limits.ts";
import type { States } from "#shared/domain/evidence/replay/world.ts";
import { enforcementAt } from "#shared/domain/frameworks/enforcement.ts";
import { contentHash } from "#shared/domain/frameworks/rule.ts";
import { isDecisionRow } from "#shared/domain/reviews/actions.ts";
import { countedOutcome } from "#shared/domain/reviews/rule-outcome.ts";
import { statusOf } from "#shared/domain/standing/rule-status.ts";
import { type RuleDecision, type Standing, standingOf } from "#shared/domain/standing/standing.ts";
import { type Asked, livesOf } from "./asked.ts";
import { compareBook, compareFrameworks, lifeOf, presentEvents, ruleIn } from "./books.ts";
import { byId, compared, type Difference, type Members, unlessRefused } from "./difference.ts";
import { recordsOf } from "./records.ts";

/* The standing of the live wordings: coverage and clearance. */

/** Compares every listed framework. */
export async function compareLaw(asked: Asked): Promise<Difference[]> {
  const listed = byId(await asked.service.list("/admin/frameworks"));
  const found = compareFrameworks(asked, listed);
  for (const id of listed.keys()) {
    found.push(...(await unlessRefused(() => compareFramework(asked, id))));
  }
  return found;
}

async function compareFramework(asked: Asked, id: string): Promise<Difference[]> {
  const path = `/admin/frameworks/${encodeURIComponent(id)}`;
  // One after the other: if the service refuses both, the finding is the same one each time.
  const listed = await asked.service.list(`${path}/rules`);
  const { rules: covered } = await asked.service.get(`${path}/coverage`);
  const wordings = byId(listed, "use_case_id");
  const rules = new Map([...wordings].map(([name, rule]) => [name, ruleIn(rule)]));
  const life = lifeOf(asked, id);
  const lawAt = enforcementAt(presentEvents(life), asked.now);
  const records = recordsOf(
    livesOf(asked, "rule_review_request"),
    livesOf(asked, "review_panel"),
    id,
  );
  const wordingOf = new Map(
    [...rules].map(([name, rule]) => [name, rule === null ? "" : contentHash(id, rule)] as const),
  );
  const standings = new Map(
    [...wordingOf].map(([name, wording]) => {
      return [name, standingOf(records(name), wording, asked.now)] as const;
    }),
  );
  const expected = [...standings].map(([name, standing]): [string, Members] => {
    const rule = rules.get(name);
    const { in_force } = rule ? lawAt(rule) : { in_force: null };
    return [name, { ...shownOf(standing), in_force }];
  });
  return [
    ...(await unlessRefused(() => compareBook(asked, id, listed, rules))),
    ...compared(`coverage of ${id}`, byId(covered as Members[], "use_case_id"), new Map(expected)),
    ...(await unlessRefused(() => compareClearance(asked, id, standings))),
    ...(await unlessRefused(() => compareOpinions(asked, id, wordingOf, records))),
  ];
}

/** Compares who gave an opinion on the live wordings with the row of each decision that counts. */
async function compareOpinions(
  asked: Asked,
  framework_id: string,
  wordingOf: ReadonlyMap<string, string>,
  records: ReturnType<typeof recordsOf>,
): Promise<Difference[]> {
  const signed = new Map(
    asked.rows.filter(isDecisionRow).map((row) => [row.resource_id, signerIn(row)]),
  );
  const asking = livesOf(asked, "rule_review_request").filter(
    (one) => one.framework_id === framework_id && signed.has(one.id),
  );
  const panels = livesOf(asked, "review_panel");
  const decided = new Set(asking.flatMap(({ rule_use_case_ids }) => rule_use_case_ids ?? []));
  const found: Difference[] = [];
  for (const [use_case_id, wording] of wordingOf) {
    if (!decided.has(use_case_id)) continue;
    const query = new URLSearchParams({ use_case_id, on: asked.now });
    const path = `/admin/frameworks/${encodeURIComponent(framework_id)}/wording?${query}`;
    const { approvals, refusals } = await asked.service.get(path);
    const said = byId([...(approvals as Members[]), ...(refusals as Members[])], "review_id");
    const shown = new Map([...said].map(([id, { counsel }]) => [id, { counsel }]));
    const counting = records(use_case_id)
      .decisions.filter((one) => one.content_hash === wording && one.decided_at <= asked.now)
      .flatMap((one) => countedIn(one, use_case_id, asking, panels));
    const meant = new Map(
      counting.flatMap((id) => {
        const counsel = signed.get(id);
        return counsel === undefined ? [] : [[id, { counsel }] as const];
      }),
    );
    found.push(...compared(`opinion on ${use_case_id} in`, shown, meant));
  }
  return found;
}

/** Whose opinions a decision on a rule counts: of a panel's members, those who agree with it. */
function countedIn(
  { review_id, panel_id, outcome }: RuleDecision,
  useCaseId: string,
  votes: readonly States["rule_review_request"][],
  panels: readonly States["review_panel"][],
): string[] {
  if (panel_id === null) return [review_id];
  const members = panels.find(({ id }) => id === panel_id)?.members ?? [];
  const isMember = (id: string) => members.some((member) => member.review_id === id);
  return votes
    .filter((vote) => isMember(vote.id) && countedOutcome(vote, useCaseId, outcome) !== null)
    .map(({ id }) => id);
}

/** Counsel as named when they signed. */
function signerIn({ context }: AuditRow): Members {
  const { display_name, firm } = context.counsel as Members;
  return { id: context.counsel_id, display_name, firm };
}

/** A standing as coverage shows it. Which member of a panel coverage names is not compared. */
const shownOf = (standing: Standing): Members => ({
  status: statusOf(standing),
  panel_id: standing.decision?.panel_id ?? null,
  decided_at: standing.decision?.decided_at ?? null,
  ...(standing.decision?.panel_id == null
    ? { review_id: standing.decision?.review_id ?? null }
    : {}),
});

/** Whatever is cleared must be approved in the rows, by the same decision. */
async function compareClearance(
  { service }: Asked,
  framework_id: string,
  standings: ReadonlyMap<string, Standing>,
): Promise<Difference[]> {
  const names = [...standings.keys()];
  const said = new Map<string, Members>();
  for (let at = 0; at < names.length; at += MAX_RULES_ASKED) {
    const use_case_ids = names.slice(at, at + MAX_RULES_ASKED);
    const { approvals } = await service.ask("/clearance", { framework_id, use_case_ids });
    for (const one of byId(approvals as Members[], "use_case_id")) said.set(...one);
  }
  const meant = new Map<string, Members>(
    [...said.keys()].flatMap((name) => {
      const standing = standings.get(name);
      if (standing?.state !== "approved") return [];
      const { review_id, panel_id, decided_at } = standing.decision ?? {};
      return [[name, { approved_at: decided_at, ...(panel_id == null ? { review_id } : {}) }]];
    }),
  );
  return compared(`clearance of ${framework_id}`, said, meant);
}
