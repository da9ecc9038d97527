import { sha256Hex } from "#shared/domain/canonical.ts";
import { fullIdOf } from "#shared/domain/machines/machine.ts";
import { type Asked, newestOf, ofTenants } from "./asked.ts";
import { byId, compared, type Difference, dated, type Members, only } from "./difference.ts";

/* What is open to outsiders: rooms, with the questions asked there, and machines. */

const scope = [
  "title",
  "framework_ids",
  "decided_from",
  "decided_to",
  "counsel_ids",
  "words",
  "may_ask",
  "expires_at",
] as const;

export async function compareRooms(asked: Asked): Promise<Difference[]> {
  const listed = byId(await asked.service.list("/admin/rooms"));
  const created = newestOf(asked, ["room.created"]);
  const revoked = newestOf(asked, ["room.revoked"]);
  const meant = new Map<string, Members>(
    [...created].map(([id, row]) => {
      const { expires_at } = row.context as { expires_at: string };
      const ended = expires_at < asked.now ? "expired" : "open";
      const status = revoked.has(id) ? "revoked" : ended;
      return [id, { ...only(row.context, scope), status, created_at: row.created_at }];
    }),
  );
  const found = compared("room", listed, meant);
  for (const id of listed.keys()) found.push(...(await compareQuestions(asked, id)));
  return found;
}

/** Compares questions and answers by the hashes in the rows. */
async function compareQuestions({ service, rows }: Asked, room: string): Promise<Difference[]> {
  const listed = await service.list(`/admin/rooms/${room}/questions`);
  const meant = new Map<string, Members>();
  for (const { action, resource_id, context, created_at } of rows) {
    if (resource_id !== room) continue;
    const id = String(context.question_id);
    if (action === "room.question_asked") {
      const { text_hash, ...about } = { ...only(context, ["rule", "review_id", "text_hash"]) };
      const unanswered = { answer_hash: null, answered_at: null };
      meant.set(id, { ...about, text_hash, asked_at: created_at, ...unanswered });
    }
    if (action === "room.question_answered") {
      const answer = { answer_hash: context.text_hash, answered_at: created_at };
      meant.set(id, { ...meant.get(id), ...answer });
    }
  }
  const said = new Map<string, Members>();
  for (const { id, text, answer, ...about } of listed) {
    const own = meant.get(String(id));
    said.set(String(id), {
      ...dated(dated(about, "asked_at", own), "answered_at", own),
      text_hash: sha256Hex(String(text)),
      answer_hash: answer === null ? null : sha256Hex(String(answer)),
    });
  }
  return compared(`question in room ${room}:`, said, meant);
}

/** Compares the machines and pipelines of platform and tenants: whose tokens we trust, for what. */
export async function compareMachines(asked: Asked): Promise<Difference[]> {
  const { service } = asked;
  const own = asked.world.all.filter(({ rows }) => rows[0]?.row.tenant_id === null);
  const ofPlatform = (kind: string) => own.filter(({ type }) => type === kind).map(({ id }) => id);
  const found = [
    ...compared(
      "clearance_pipeline",
      byId(await service.list("/admin/clearance/pipelines")),
      trustedIn(asked, "clearance_pipeline", ofPlatform("clearance_pipeline")),
    ),
    ...compared(
      "machine",
      byId(await service.list("/admin/machines")),
      trustedIn(asked, "machine", ofPlatform("machine")),
    ),
  ];
  for (const [tenant, machines] of await ofTenants(asked, "machine")) {
    const listed = await service.list(`/admin/machines?tenant_id=${encodeURIComponent(tenant)}`);
    const said = new Map(
      listed.map((one) => [fullIdOf({ owner: tenant, id: String(one.id) }), one] as const),
    );
    found.push(...compared("machine", said, trustedIn(asked, "machine", machines)));
  }
  return found;
}

const trusted = {
  clearance_pipeline: ["display_name", "issuer", "audience", "claims", "framework_ids"],
  machine: ["display_name", "issuer", "audience", "claims", "framework_ids", "scopes"],
} as const;

/** The pipelines or machines among these that may sign in, as their rows describe them. */
function trustedIn(
  { world }: Asked,
  kind: keyof typeof trusted,
  ids: Iterable<string>,
): Map<string, Members> {
  return new Map(
    [...ids].flatMap((id) => {
      const known = world.find(kind, id)?.state?.trusted ?? null;
      return known === null ? [] : [[id, only(known, trusted[kind])] as const];
    }),
  );
}
