import type { Json } from "#shared/platform/http/ask.ts";
import { discover, newCustomer, useExtractor } from "./customer.ts";
import { type Customer, expectThat, type Step, type Walk } from "./step.ts";

const FOUND = "recruitment-ranking";
const ALSO_FOUND = "credit-scoring";
const NOT_HERE = "not shown here: only a local run issues tokens for people of a tenant";

const MOCK = [{ provider: "mock" }];
/** This calls nobody, because there is no money for it. */
const PAID = [{ provider: "hosted_llm", auth: "sk-of-the-demo" }];

/** A step that needs the demo's tenant. Without one, it only says so. */
const about =
  (run: (customer: Customer, walk: Walk) => Promise<string>) =>
  (walk: Walk): Promise<string> =>
    walk.customer === null ? Promise.resolve(NOT_HERE) : run(walk.customer, walk);

const artifactOf = async ({ org, artifactId }: Customer): Promise<Json> =>
  (await org("GET", `/artifacts/${artifactId}`)).body;

const decide = ({ org, artifactId }: Customer, body: Json) =>
  org("PUT", `/artifacts/${artifactId}/classification`, body);

const actionsOf = async ({ org, artifactId }: Customer): Promise<string[]> =>
  (await org("GET", `/artifacts/${artifactId}/history`)).body.items.map(
    ({ action }: Json) => action,
  );

/** The gates that opened, each with the article that the gate's rule cites. */
async function pathOf({ client }: Walk, { reasons }: Json): Promise<string> {
  const gates = reasons.map(async ({ gate, rule }: Json) => {
    const path = `/admin/frameworks/${rule.framework_id}/rules/${rule.use_case_id}`;
    const { body } = await client.admin("GET", path);
    return `${gate} by ${body.citations[0].label}`;
  });
  return (await Promise.all(gates)).join("; ");
}

/** A system's legal class, from the facts that were found to what a person answers for. */
export const inventorySteps: readonly Step[] = [
  {
    title: "An event of a customer's account finds a system",
    proves: "an extractor says facts, and each of them counts only with words that were found",
    run: async (walk) => {
      walk.customer = await newCustomer(walk.client);
      return about(async (customer) => {
        await useExtractor(customer, { chain: MOCK });
        const { artifact } = await discover(walk.client, customer, FOUND);
        customer.artifactId = artifact.id;
        const known = Object.entries<Json>(artifact.classification.facts).filter(
          ([, { value }]) => value !== null,
        );
        const isQuoted = known.every(([, { quote }]) => artifact.name.includes(quote));
        expectThat(known.length > 0 && isQuoted, "a fact counts whose words were not found");
        const facts = known.map(([name, { value }]) => `${name} = ${value}`);
        return `${artifact.kind} ${artifact.name}: ${facts.join(", ")}; all else is unknown`;
      })(walk);
    },
  },
  {
    title: "What is not known is asked, not guessed",
    proves: "no model decides a class: while unknown facts may change it, nobody can confirm one",
    run: about(async (customer) => {
      const { classification } = await artifactOf(customer);
      const { class: found, state, open_questions, classified_at } = classification;
      expectThat(found === "unknown" && state === "proposed", `the class is ${found}, ${state}`);
      const { status, body } = await decide(customer, { classified_at, reason: "Fine." });
      expectThat(body.code === "nothing_to_confirm", `confirming was answered ${body.code}`);
      return `${found}, ${state}, ${open_questions.length} open questions; confirming: ${status} ${body.code}`;
    }),
  },
  {
    title: "An administrator answers two questions",
    proves:
      "gates in code make the class of facts, each with its article; the rest cannot change it",
    run: about(async (customer, walk) => {
      const answers = { practices: [], profiles: true };
      const { body } = await decide(customer, { answers, reason: "It profiles applicants." });
      const { class: found, state, open_questions } = body.classification;
      expectThat(found === "high_risk" && open_questions.length === 0, `the class is ${found}`);
      const actions = (await actionsOf(customer)).join(", ");
      expectThat(
        actions === "artifact.classified, artifact.classified, artifact.confirmed",
        `the rows are ${actions}`,
      );
      return `${found}, ${state}: ${await pathOf(walk, body.classification)}`;
    }),
  },
  {
    title: "An override, with a reason",
    proves: "a person may differ, but not silently, and no later run undoes what a person decided",
    run: about(async (customer, { client }) => {
      const silent = await decide(customer, { class: "minimal" });
      expectThat(silent.status === 400, `without a reason: ${silent.status}`);
      const { body } = await decide(customer, { class: "minimal", reason: "A prototype." });
      const { state } = body.classification;
      const rows = (await actionsOf(customer)).length;
      const { artifact } = await discover(client, customer, FOUND);
      const { class: after, state: stands } = artifact.classification;
      expectThat(after === "minimal" && stands === state, `found again, it is ${after}, ${stands}`);
      expectThat((await actionsOf(customer)).length === rows, "the run wrote a row");
      await decide(customer, { class: "high_risk", reason: "In use after all." });
      return `without a reason: 400; ${state} to ${after}; found again: still ${after}, no new row; taken back`;
    }),
  },
  {
    title: "The inventory as one file, and a draft for the register",
    proves: "others read class, state and proof in a standard format; what a form lacks is named",
    run: about(async ({ org, artifactId }, { client }) => {
      const file = await org("GET", "/artifacts/export?format=cyclonedx");
      const { claims, evidence } = file.body.declarations;
      const [claim] = claims;
      expectThat(
        claims.length === 1 && claim.predicate === "class: high_risk; state: confirmed",
        `the claim is ${claim?.predicate}`,
      );
      await client.local("/_local/schedules/sequence-log/run");
      const { pathname } = new URL(evidence[0].data[0].contents.url);
      const proof = await client.admin("GET", pathname);
      expectThat(proof.status === 200, `the proof was answered ${proof.status}`);
      const { body: draft } = await org("GET", `/artifacts/${artifactId}/registration`);
      expectThat(draft.section === "A", `the draft has section ${draft.section}`);
      return `CycloneDX ${file.body.specVersion}: ${claim.predicate}, with its proof; Annex VIII, section ${draft.section}: points ${draft.missing.join(", ")} to fill in`;
    }),
  },
  {
    title: "A budget of nothing, then one again",
    proves: "no call is made that its budget does not hold; what was left is taken up, not lost",
    run: about(async (customer, { client }) => {
      await useExtractor(customer, { chain: PAID, budget: { monthly_usd: 0 } });
      const { run } = await discover(client, customer, ALSO_FOUND);
      expectThat(run.status === "completed", `the run is ${run.status}`);
      const { code } = run.error_jsonb ?? {};
      expectThat(code === "extractor_budget_exhausted", `the run says ${code}`);
      const { body: usage } = await customer.org("GET", "/tenant/usage");
      expectThat(usage.spent_usd + usage.reserved_usd === 0, `spent: ${usage.spent_usd} USD`);
      await useExtractor(customer, { chain: MOCK, budget: { monthly_usd: 5 } });
      await discover(client, customer, FOUND);
      const { items } = (await customer.org("GET", "/artifacts")).body;
      const left = items.filter(({ classification }: Json) => classification === null);
      expectThat(items.length === 2 && left.length === 0, `${left.length} were left out`);
      return `run ${run.status}, ${code}; ${usage.spent_usd} of ${usage.cap_usd} USD in ${usage.month}; later ${ALSO_FOUND} is classified, too`;
    }),
  },
];
