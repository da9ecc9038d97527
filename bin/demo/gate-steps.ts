import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { type LocalServer, startLocalServer } from "#infra/local/local-server.ts";
import type { Json } from "#shared/platform/http/ask.ts";
import { approve, register, request } from "./approve.ts";
import { expectThat, type Step, type Walk } from "./step.ts";

/** The demo's own framework, so that no approval of a real one changes. */
const BOOK = "demo_gate";
const path = `/admin/frameworks/${BOOK}`;
const RULES = ["gate.logging", "gate.notice"] as const;
const AMENDED = "gate.notice";

const ruleOf = (use_case_id: string, title = `Rule ${use_case_id}`): Json => ({
  use_case_id,
  title,
  customer_description_preview: `What ${use_case_id} asks of the system.`,
  suggested_verdict_copy: `Do what ${use_case_id} asks before the system is used.`,
  citations: [{ label: "Demo Act", url: "https://law.example/demo" }],
});

/** A wording that no earlier run of the demo had, so nobody has approved it. */
const fresh = `Rule ${AMENDED}, as of ${new Date().toISOString()}`;
const shipped = [ruleOf(RULES[0]), ruleOf(AMENDED, fresh)];

const askGate = async ({ client }: Walk, query = ""): Promise<Json> =>
  (await client.admin("POST", `/clearance${query}`, { framework_id: BOOK, rules: shipped })).body;

const shown = ({ cleared, blockers }: Json): string =>
  cleared
    ? "green"
    : `red: ${blockers.map(({ use_case_id, reason }: Json) => `${use_case_id} ${reason}`).join(", ")}`;

/** Counsel who is new to the book approves the live wording. */
async function approveLive({ client }: Walk): Promise<void> {
  const counsel_id = await register(client, {
    framework_id: BOOK,
    display_name: "Dr. Gia Tor",
    email: `gia.${Date.now().toString(36)}@law.example`,
  });
  const asked = { framework_id: BOOK, rule_use_case_ids: RULES, counsel_id };
  await approve(client, await request(client, asked));
}

interface Heard {
  headers: Record<string, string>;
  body: string;
}

const PORT = Number(process.env.DEMO_WEBHOOK_PORT ?? 3999);
const HOST = `127.0.0.1:${PORT}`;

/** A stand-in for somebody's receiver; null: the port is taken. */
const listen = (heard: Heard[]): Promise<LocalServer | null> =>
  startLocalServer(async (request, response) => {
    const body = await text(request);
    heard.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(204).end();
  }, PORT).catch(() => null);

/** The receiver may also be told of events from before it existed. */
const isOurs = ({ body }: Heard): boolean =>
  body.includes(AMENDED) && body.includes('"cleared":true');

const NOT_HERE = `not shown here: start the system with WEBHOOK_ALLOWED_HOSTS=${HOST}`;

/** Records what a receiver is told while `happens` runs; null: this system may not call it. */
async function hearing(
  { client }: Walk,
  happens: () => Promise<void>,
): Promise<{ heard: Heard[]; secret: string } | null> {
  const heard: Heard[] = [];
  const server = await listen(heard);
  if (server === null) return null;
  try {
    const events = ["clearance.changed"];
    const content = { url: `http://${HOST}/hook`, events };
    const made = await client.admin("POST", "/admin/webhook-endpoints", content).catch((error) => {
      if ((error as Error).message.includes("endpoint_blocked")) return null;
      throw error;
    });
    if (made === null) return null;
    await happens();
    for (let waited = 0; !heard.some(isOurs) && waited < 200; waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await client.admin("DELETE", `/admin/webhook-endpoints/${made.body.id}`);
    return { heard, secret: made.body.secret };
  } finally {
    await server.close();
  }
}

/** A release asks before it ships; others are told when the answer changes. */
export const gateSteps: readonly Step[] = [
  {
    title: "A release asks whether its wordings may ship",
    proves: "a wording that no counsel saw turns the gate red, by rule and field, in one call",
    run: async (walk) => {
      const { client } = walk;
      await client.admin("PUT", path, { display_name: "Demo: rules of a release" });
      await client.admin("PUT", `${path}/rules`, { rules: RULES.map((id) => ruleOf(id)) });
      await approveLive(walk);
      await client.admin("PUT", `${path}/rules`, { rules: shipped });
      const answer = await askGate(walk);
      const [blocker] = answer.blockers;
      expectThat(!answer.cleared && answer.blockers.length === 1, shown(answer));
      expectThat(blocker.changed_fields.join() === "title", JSON.stringify(blocker));
      return `${shown(answer)} (${blocker.changed_fields.join()})`;
    },
  },
  {
    title: "Counsel approves the new wording, and a receiver hears that it may ship",
    proves: "the same question is green after the review, and nobody has to ask again to know",
    run: async (walk) => {
      const told = await hearing(walk, () => approveLive(walk));
      if (told === null) await approveLive(walk);
      const answer = await askGate(walk);
      expectThat(answer.cleared, shown(answer));
      if (told === null) return `${shown(answer)}; webhook ${NOT_HERE}`;
      const first = told.heard.find(isOurs);
      expectThat(first !== undefined, "no webhook came within 20 seconds");
      const { type, data } = new Webhook(told.secret).verify(first.body, first.headers) as Json;
      return `${shown(answer)}; webhook ${type}: ${data.use_case_id} ${data.cleared ? "cleared" : data.reason}, signature verified`;
    },
  },
  {
    title: "The answer is signed",
    proves: "what the release was told can be verified later, without the service",
    run: async (walk) => {
      await walk.client.admin("POST", "/admin/setup/clearance-key/provision-key");
      const { statement } = await askGate(walk, "?statement=true");
      const { predicate } = JSON.parse(Buffer.from(statement.payload, "base64").toString());
      expectThat(predicate.verificationResult === "PASSED", predicate.verificationResult);
      return `${predicate.verificationResult}, signed by ${statement.signatures[0].keyid}`;
    },
  },
];
