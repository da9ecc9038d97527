import type { Json } from "#shared/platform/http/ask.ts";
import { register } from "./approve.ts";
import { expectThat, type Step, type Walk } from "./step.ts";

/** The demo's own framework, so that no approval of a real one changes. */
const BOOK = "demo_panel";
const path = `/admin/frameworks/${BOOK}`;
const demoBook = { display_name: "Demo: rules for a panel", short_name: "Demo panel" };
const RULES = ["logging", "notice", "oversight"] as const;
const OBJECTED = "oversight";
const REMARK = "Name who may stop the system, and how.";

const ruleOf = (use_case_id: string): Json => ({
  use_case_id,
  title: `Rule on ${use_case_id}`,
  customer_description_preview: `The system needs ${use_case_id}.`,
  suggested_verdict_copy: `Provide ${use_case_id} before the system is used.`,
  citations: [{ label: "Demo Act", url: "https://law.example/demo" }],
});

const panelOf = async ({ client, panelId }: Walk): Promise<Json> =>
  (await client.admin("GET", `/admin/review-panels/${panelId}`)).body;

async function askThree(walk: Walk, counsel: readonly string[]): Promise<string> {
  const asked = {
    framework_id: BOOK,
    rule_use_case_ids: RULES,
    counsel_ids: counsel,
    need: 2,
    on_reject: "outvoted",
    may_delegate: true,
  };
  const ask = async (deliver: string) =>
    (await walk.client.admin("POST", "/admin/review-panels", { ...asked, deliver })).body;
  const byMail = await ask("mail").catch((error: Error) => {
    if (error.message.includes("mail_not_configured")) return null;
    throw error;
  });
  const { panel, reviews } = byMail ?? (await ask("manual"));
  walk.panelId = panel.id;
  walk.panelLinks = reviews.map(({ magic_link_url }: Json) => magic_link_url);
  return byMail === null ? "links by hand (this system has no sender)" : "links by mail";
}

/** Several people decide. What each says about a single rule counts for that rule. */
export const panelSteps: readonly Step[] = [
  {
    title: "Three counsel are asked at once, two have to approve",
    proves: "one request makes a panel; nobody copies a link into a mail program",
    run: async (walk) => {
      const { client } = walk;
      await client.admin("PUT", path, { ...demoBook, status: "current" });
      await client.admin("PUT", `${path}/rules`, { rules: RULES.map(ruleOf) });
      const counsel: string[] = [];
      for (const name of ["Ada", "Ben", "Cleo"]) {
        const email = `${name}.${Date.now().toString(36)}@law.example`;
        const display_name = `Dr. ${name} Lex`;
        counsel.push(await register(client, { framework_id: BOOK, display_name, email }));
      }
      const how = await askThree(walk, counsel);
      const { status, need, members } = await panelOf(walk);
      expectThat(status === "open" && members.length === 3, `the panel is ${status}`);
      return `${need} of ${members.length}, ${how}`;
    },
  },
  {
    title: "One of them passes it on",
    proves: "the delegate takes the place, who vouched is named, and the old link is dead",
    run: async (walk) => {
      const [link = ""] = walk.panelLinks;
      const { status, body } = await walk.client.post(`${link}/delegate`, {
        display_name: "Dr. Eva Recht",
        email: `eva.${Date.now().toString(36)}@recht.example`,
        reason: "On leave until the end of the month.",
      });
      expectThat(status === 201, `the answer was ${status} ${body?.code}`);
      const again = await walk.client.decide(link, { decision: "approved" });
      expectThat(again.body?.code === "review_delegated", `the old link says ${again.body?.code}`);
      const { members } = await panelOf(walk);
      const [first] = members;
      walk.panelLinks = [await walk.client.linkOf(first.review_id), ...walk.panelLinks.slice(1)];
      return `${body.delegated_to.display_name} decides in place of Dr. Ada Lex; old link: 410`;
    },
  },
  {
    title: "An objection to one rule, inside an approval",
    proves: "two approvals decide, but the rule objected to is not green, and the third is thanked",
    run: async (walk) => {
      const [first = "", second = "", third = ""] = walk.panelLinks;
      for (const link of [first, second]) {
        await walk.client.open(link, "application/json");
        const { status, body } = await walk.client.decide(link, {
          decision: "approved_with_changes",
          comment: "Two of the three rules stand.",
          rule_verdicts: [{ use_case_id: OBJECTED, verdict: "changes_requested", text: REMARK }],
        });
        expectThat(status === 200, `the answer was ${status} ${body?.code}`);
      }
      const late = await walk.client.decide(third, { decision: "rejected" });
      expectThat(late.body?.code === "panel_decided", `the third link says ${late.body?.code}`);
      const { status } = await panelOf(walk);
      expectThat(status === "approved_with_changes", `the panel is ${status}`);
      const { rules } = (await walk.client.admin("GET", `${path}/coverage`)).body;
      const green = rules.filter((rule: Json) => rule.status === "approved_live");
      const names = green.map(({ use_case_id }: Json) => use_case_id).join(", ");
      expectThat(names === "logging, notice", `approved are: ${names}`);
      return `${status}; approved: ${names}; open: ${OBJECTED}; third link: 410 ${late.body.code}`;
    },
  },
  {
    title: "The panel's bundle",
    proves: "one file has each member's evidence and the panel's rows: a reader recounts it",
    run: async (walk) => {
      const { client, panelId } = walk;
      const { body } = await client.admin("GET", `/admin/review-panels/${panelId}/bundle`);
      const said = body.members.map(({ request }: Json) => request.status).sort();
      const seen = said.join(", ");
      expectThat(
        seen === "approved_with_changes, approved_with_changes, cancelled",
        `the members are ${seen}`,
      );
      // After the demo, nothing is reviewed or classified against its book.
      const over = { ...demoBook, status: "superseded", superseded_by: "eu_ai_act" };
      await client.admin("PUT", path, over);
      return `${seen}; ${body.panel_audit.length} rows about the panel`;
    },
  },
];
