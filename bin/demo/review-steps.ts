import { request } from "./approve.ts";
import { auditActions, expectThat, FRAMEWORK, RULES, type Step } from "./step.ts";

const COMMENT = "Approved, provided the verdict on recruitment names recital 57.";
const decision = { decision: "approved_with_changes", comment: COMMENT };

/** From the rule book to the decision, and what happens when the decision is sent again. */
export const reviewSteps: readonly Step[] = [
  {
    title: "The rule book is loaded",
    proves: "the rules under review are real, and each citation names its article",
    run: async ({ client }) => {
      const rules = await Promise.all(
        RULES.map((id) => client.admin("GET", `/admin/frameworks/${FRAMEWORK}/rules/${id}`)),
      );
      return rules.map(({ body }) => body.citations[0].label).join("; ");
    },
  },
  {
    title: "Register counsel",
    proves: "an e-mail address is stored trimmed and in lower case, as the signature will cover it",
    run: async (walk) => {
      const given = " Ada.Lex@Law.Example ";
      const { body } = await walk.client.admin("POST", "/admin/counsel", {
        framework_id: FRAMEWORK,
        display_name: "Dr. Ada Lex",
        email: given,
        firm: "Lex LLP",
        jurisdiction: "DE",
        bar_registration: "RAK Berlin 4711",
      });
      expectThat(body.email === "ada.lex@law.example", `the e-mail is ${body.email}`);
      walk.counselId = body.id;
      walk.email = body.email;
      return `"${given}" became ${body.email}`;
    },
  },
  {
    title: "Request the review",
    proves: "the link is shown once: reading the request again does not show it",
    run: async (walk) => {
      const body = await request(walk.client, {
        framework_id: FRAMEWORK,
        rule_use_case_ids: RULES,
        counsel_id: walk.counselId,
      });
      walk.reviewId = body.id;
      walk.nonce = body.nonce;
      walk.link = body.magic_link_url;
      const again = await walk.client.admin("GET", `/admin/rule-reviews/${body.id}`);
      const token = walk.link.split("/").at(-1) as string;
      expectThat(!JSON.stringify(again.body).includes(token), "the link is shown a second time");
      return `${body.status} until ${body.expires_at}, rule_version_hash ${body.rule_version_hash.slice(0, 16)}…`;
    },
  },
  {
    title: "A mail scanner opens the link",
    proves: "the HTML page records nothing: no view, no audit row",
    run: async (walk) => {
      const { text } = await walk.client.open(walk.link, "text/html");
      expectThat(/^<!doctype html>/i.test(text), "the answer is not a page");
      const { body } = await walk.client.admin("GET", `/admin/rule-reviews/${walk.reviewId}`);
      const actions = await auditActions(walk);
      expectThat(body.viewed_at === null && actions.length === 1, "the page was recorded");
      return `viewed_at is null, audit trail: ${actions.join(", ")}`;
    },
  },
  {
    title: "Counsel opens the review, twice",
    proves: "the first view writes one audit row, later ones none; counsel sees the pinned rules",
    run: async (walk) => {
      const first = await walk.client.open(walk.link, "application/json");
      await walk.client.open(walk.link, "application/json");
      expectThat(first.body.rules.length === RULES.length, "some rules are missing");
      const views = (await auditActions(walk)).filter((action) => action.includes("viewed"));
      expectThat(views.length === 1, `${views.length} views were recorded`);
      return `${first.body.rules.length} rules shown to ${first.body.counsel.display_name}, one view recorded`;
    },
  },
  {
    title: "Counsel decides",
    proves: "the decision is signed, and its comment kept verbatim",
    run: async (walk) => {
      const { status, body } = await walk.client.decide(walk.link, decision);
      expectThat(status === 200, `the answer was ${status}`);
      walk.receipt = body;
      const review = await walk.client.admin("GET", `/admin/rule-reviews/${walk.reviewId}`);
      expectThat(review.body.decision_comment === COMMENT, "the comment was changed");
      expectThat(
        review.body.decision_signature === body.decision_signature,
        "not the one in the receipt",
      );
      return `${body.decision} at ${body.decided_at}, signature ${body.decision_signature.slice(0, 16)}…`;
    },
  },
  {
    title: "The same decision again",
    proves: "a repeated click gets the same signature and writes nothing",
    run: async (walk) => {
      const before = (await auditActions(walk)).length;
      const { status, body } = await walk.client.decide(walk.link, decision);
      expectThat(status === 200, `the answer was ${status}`);
      expectThat(body.decision_signature === walk.receipt.decision_signature, "another signature");
      expectThat((await auditActions(walk)).length === before, "a row was written");
      return "200 with the same signature";
    },
  },
  {
    title: "Another decision",
    proves: "a decision is final",
    run: async (walk) => {
      const other = { decision: "rejected" };
      const { status, body } = await walk.client.decide(walk.link, other);
      const seen = `${status} ${body?.code}`;
      expectThat(seen === "409 already_decided", `the answer was ${seen}`);
      return seen;
    },
  },
];
