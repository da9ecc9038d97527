import { isLogged } from "#shared/domain/audit/row.ts";
import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import type { Auditor } from "#test/support/forge-bundle.ts";
import { type Facts, factsOf } from "#test/support/standing/facts.ts";
import type { Json, World } from "../world.ts";
import { differ } from "./differ.ts";

/**
 * Checks that may fail on genuine evidence, such as when a wording or counsel's name has changed since.
 */
const maySay: ReadonlySet<string> = new Set([
  "content_current",
  "view_before_decision",
  "counsel_identity",
  "timestamp",
]);

export async function evidenceIsWhole(world: World, { requests }: Facts): Promise<void> {
  for (const { id, decision } of requests) {
    if (decision === null) continue;
    const path = `/admin/rule-reviews/${id}`;
    const { checks } = await world.read(`${path}/evidence`);
    const failed = checks.filter(
      (one: Json) => !maySay.has(one.id) && (one.result === "fail" || one.result === "pending"),
    );
    differ(`evidence of ${world.name(id)}`, failed, []);
  }
}

/** Every row of the evidence log's kinds became a leaf exactly once, and nothing else did. */
export async function logIsTheRows(world: World): Promise<void> {
  const { ground } = world;
  const rows = new Set<string>();
  let cursor: string | null = null;
  do {
    const next = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await world.read(`/admin/audit?limit=200${next}`);
    for (const row of page.items) if (isLogged(row)) rows.add(row.row_hash);
    cursor = page.next_cursor;
  } while (cursor !== null);
  const read = async (path: string) => {
    const answer = await fetch(`${ground.system.baseUrl}/evidence/log/${path}`);
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
  };
  const header = await readHeader(read);
  if ("fault" in header) throw new Error(header.fault);
  const leaves: string[] = [];
  const { size } = header.checkpoint;
  const entries = await readEntries(read, { size, visit: ({ row }) => leaves.push(row) });
  if ("fault" in entries) throw new Error(entries.fault);
  if (new Set(leaves).size !== leaves.length) throw new Error("A row is in the log twice.");
  const missing = [...rows].filter((row) => !leaves.includes(row));
  const strange = leaves.filter((row) => !rows.has(row));
  differ("rows that the log lacks, leaves without a row", [missing, strange], [[], []]);
}

/** Checks the run's bundles with the verifier that the service hands out. */
export async function filesVerify(world: World, auditor: Auditor): Promise<number> {
  const { system } = world.ground;
  const facts = await factsOf(world.read, world.book);
  const files = facts.requests.map(({ id }) => `/admin/rule-reviews/${id}/bundle`);
  files.push(...facts.panels.map(({ id }) => `/admin/review-panels/${id}/bundle`));
  // Mails have been sent since then, and their rows are waiting.
  await world.run("sequence the log", "sequence-log");
  await auditor.copyLog();
  for (const path of files) {
    const { text } = await system.admin("GET", path);
    const { status, stdout } = await auditor.run(text, auditor.options);
    if (status !== 0) throw new Error(`The verifier ended ${status} for ${path}:\n${stdout}`);
  }
  return files.length;
}
