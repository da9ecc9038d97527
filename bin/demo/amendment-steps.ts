import euAiAct from "#shared/domain/frameworks/rule-books/eu-ai-act.json" with { type: "json" };
import { broughtIn2026, euAiAct2024 } from "#shared/domain/frameworks/rule-books/eu-ai-act-2024.ts";
import type { Json } from "#shared/platform/http/ask.ts";
import { approve, register, request } from "./approve.ts";
import { expectThat, type Step, type Walk } from "./step.ts";

/**
 * The demo's own framework, so that the book in use does not change. Each run has a new one, because an
 * earlier run's approval would count again once its wording comes back.
 */
const REPLAY = `demo_ai_act_${Date.now().toString(36)}`;
const path = `/admin/frameworks/${REPLAY}`;
const demoBook = { display_name: "Demo: the AI Act and its amendment" };
const MOVED = "annex3.4.a.employment_recruitment";

const isAffected = (id: string): boolean =>
  broughtIn2026.includes(id) || id.startsWith("annex3.") || id.startsWith("art50.2.");

const importBook = ({ client }: Walk, rules: Json, query = "") =>
  client.admin("PUT", `${path}/rules${query}`, { rules });

const wordingOn = async ({ client }: Walk, on: string): Promise<Json> =>
  (await client.admin("GET", `${path}/wording?use_case_id=${MOVED}&on=${encodeURIComponent(on)}`))
    .body;

const STAYED = "art5.1.c.social_scoring";

/** The coverage row of a rule, with its event, and the hash of its wording. */
async function standing({ client }: Walk): Promise<{ row: Json; hash: string }> {
  const { rules } = (await client.admin("GET", `${path}/coverage`)).body;
  const { body } = await client.admin("GET", `${path}/rules/${STAYED}`);
  return {
    row: rules.find(({ use_case_id }: Json) => use_case_id === STAYED),
    hash: body.content_hash,
  };
}

/** The law changes. Counsel reviews again only what the amending act affects. */
export const amendmentSteps: readonly Step[] = [
  {
    title: "The AI Act of 2024, approved in full",
    proves: "a whole rule book is reviewed in one request and one decision",
    run: async (walk) => {
      const { client } = walk;
      await client.admin("PUT", path, { ...demoBook, status: "current" });
      await importBook(walk, euAiAct2024.rules);
      walk.bookCounselId = await register(client, {
        framework_id: REPLAY,
        display_name: "Dr. Ada Lex",
        email: "ada.lex@law.example",
      });
      const review = await request(client, {
        framework_id: REPLAY,
        rule_use_case_ids: euAiAct2024.rules.map(({ use_case_id }) => use_case_id),
        counsel_id: walk.bookCounselId,
      });
      walk.bookReviewId = review.id;
      await approve(client, review);
      const { rules } = (await client.admin("GET", `${path}/coverage`)).body;
      const open = rules.filter(({ status }: Json) => status !== "approved_live");
      expectThat(open.length === 0, `${open.length} rules are not approved`);
      return `${euAiAct2024.rules.length} rules approved with their 2024 wording`;
    },
  },
  {
    title: "Regulation (EU) 2026/1744, tried first",
    proves: "names exactly the rules that the amending act changes, and the approvals it ends",
    run: async (walk) => {
      const { body } = await importBook(walk, euAiAct.rules, "?dry_run=true");
      const touched = body.rules.filter(({ change }: Json) => change !== "unchanged");
      const ids: string[] = touched.map(({ use_case_id }: Json) => use_case_id);
      const missed = euAiAct.rules
        .map(({ use_case_id }) => use_case_id)
        .filter((id) => isAffected(id) && !ids.includes(id) && !broughtIn2026.includes(id));
      expectThat(ids.every(isAffected), "a rule is named that the act does not change");
      expectThat(missed.length === 0, `not named: ${missed.join(", ")}`);
      const hit = touched.filter(({ approvals_hit }: Json) =>
        approvals_hit.includes(walk.bookReviewId),
      );
      expectThat(hit.length === body.updated, "an approval that the import ends is not named");
      return `${body.created} created, ${body.updated} updated, ${body.unchanged} unchanged`;
    },
  },
  {
    title: "From the file to counsel's link",
    proves: "one call requests reviews of exactly what changed; counsel gets the link at once",
    run: async (walk) => {
      const startedAt = Date.now();
      await importBook(walk, euAiAct.rules);
      const { body } = await walk.client.admin("POST", `${path}/re-reviews`, {
        counsel_id: walk.bookCounselId,
      });
      const seconds = (Date.now() - startedAt) / 1000;
      const ids: string[] = body.reviews.flatMap((review: Json) => review.rule_use_case_ids);
      expectThat(ids.every(isAffected), "a rule that did not change is sent to counsel");
      expectThat(ids.includes(MOVED), "a rule that changed is not sent to counsel");
      const { standing, approvals } = await wordingOn(walk, new Date().toISOString());
      expectThat(
        standing.state === "changed" && approvals.length === 0,
        `before its review the new wording is ${standing.state}`,
      );
      for (const review of body.reviews) await approve(walk.client, review);
      return `${ids.length} rules in ${body.reviews.length} request, ${seconds.toFixed(1)} s from file to link`;
    },
  },
  {
    title: "A court stays the law, and lifts the stay",
    proves: "a law can stop applying without a word changing: no approval ends, no hash moves",
    run: async (walk) => {
      const run = Date.now().toString(36);
      const event = (kind: string, on: string, more: Json) => ({
        id: `${kind}-${run}`,
        kind,
        on,
        use_case_ids: [STAYED],
        authority: "A court (demo)",
        citation_url: "https://court.example/orders/1",
        note: "An order that this demo made up.",
        ...more,
      });
      const record = async (one: Json): Promise<void> => {
        const { status } = await walk.client.admin("PUT", `${path}/enforcement`, { events: [one] });
        expectThat(status === 200, `the event was answered ${status}`);
      };
      const before = await standing(walk);
      await record(event("stayed", "2026-01-01", {}));
      const stayed = await standing(walk);
      await record(event("lifted", "2026-01-02", { ends: [`stayed-${run}`] }));
      const after = await standing(walk);
      const states = [before, stayed, after].map(({ row }) => row.in_force);
      expectThat(states.join() === "in_force,suspended,in_force", `seen: ${states.join(", ")}`);
      expectThat(
        stayed.row.enforcement.id === `stayed-${run}` && after.row.enforcement === null,
        "the stay is not named while it stands, or still named after",
      );
      for (const { row, hash } of [stayed, after]) {
        expectThat(
          row.status === before.row.status && hash === before.hash,
          "the stay touched the approval or the wording",
        );
      }
      return `${STAYED}: ${states.join(" → ")}, ${after.row.status} throughout`;
    },
  },
  {
    title: "Which wording is in force on which day",
    proves: "each wording with its dates and who approved it; the old approval stays evidence",
    run: async (walk) => {
      const now = await wordingOn(walk, new Date().toISOString());
      const later = await wordingOn(walk, "2027-12-02");
      expectThat(later.in_force === "in_force", `on 2 December 2027 it is ${later.in_force}`);
      expectThat(now.standing.state === "approved", `today's wording is ${now.standing.state}`);
      const { body } = await walk.client.admin(
        "GET",
        `/admin/rule-reviews/${walk.bookReviewId}/evidence`,
      );
      const failed = body.checks.filter(({ result }: Json) => result === "fail");
      expectThat(
        body.signature.status === "valid" && body.content.status === "snapshot_only",
        `the earlier approval is ${body.signature.status}, ${body.content.status}`,
      );
      expectThat(
        failed.every(({ id }: Json) => id === "content_current"),
        `${failed.map(({ id }: Json) => id).join(", ")} failed`,
      );
      // After the demo, nothing is classified or reviewed against its book.
      const over = { ...demoBook, status: "superseded", superseded_by: "eu_ai_act" };
      await walk.client.admin("PUT", path, over);
      return `${MOVED}: version ${now.version}, today ${now.in_force}, from 2 December 2027 ${later.in_force}`;
    },
  },
];
