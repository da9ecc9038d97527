import { isDeepStrictEqual } from "node:util";
import { isLogged } from "#shared/domain/audit/row.ts";
import { readEntries, readHeader } from "#shared/domain/log/read-log.ts";
import type { Decision } from "#shared/domain/reviews/statuses.ts";
import type { Auditor } from "#test/support/forge-bundle.ts";
import { type PanelStep, type PlayedPanel, playPanel } from "#test/support/panel-model.ts";
import { clearanceAt, coverageAt } from "#test/support/standing/expected.ts";
import { type Facts, factsOf } from "#test/support/standing/facts.ts";
import { RULES } from "./ground.ts";
import type { World } from "./world.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

/** What must be so at the end of a run, when everybody has done their work. */
export async function holdAtTheEnd(world: World): Promise<void> {
  const now = await world.wait(60);
  await world.run("sequence the log", "sequence-log");
  const facts = await factsOf(world.read, world.book);
  panelsAreTheirVotes(facts, await panelsOf(world), await endedByPanels(world), now);
  await standingIsTheModels(world, facts, now);
  await evidenceIsWhole(world, facts);
  await logIsTheRows(world);
  await mailsAndMessagesArrived(world, facts);
  await signedCertificatesAreKept(world);
  await roomsShowWhatIsTheirs(world, facts);
}

const differ = (what: string, is: unknown, due: unknown): void => {
  if (isDeepStrictEqual(is, due)) return;
  throw new Error(`${what}: it is ${JSON.stringify(is)}, and should be ${JSON.stringify(due)}.`);
};

const panelsOf = async (world: World): Promise<Json[]> =>
  (await world.read(`/admin/review-panels?framework_id=${world.book}&limit=200`)).items;

/** Requests that ended because their panel did. */
async function endedByPanels(world: World): Promise<ReadonlySet<string>> {
  const { items } = await world.read(`/admin/rule-reviews?framework_id=${world.book}&limit=200`);
  const reasons = new Set(["panel_decided", "panel_cancelled"]);
  return new Set(
    items.filter((one: Json) => reasons.has(one.cancel_reason)).map(({ id }: Json) => id),
  );
}

/** A panel came to what its members said, rule by rule, in the order in which they said it. */
function panelsAreTheirVotes(
  { requests }: Facts,
  panels: Json[],
  byPanel: ReadonlySet<string>,
  now: string,
): void {
  for (const panel of panels) {
    // Whoever was asked first may have passed it on: the place is the successor's.
    const members = requests.filter(({ id }) =>
      panel.members.some(({ review_id }: Json) => review_id === id),
    );
    const endOf = ({ decidedAt, endedAt }: Facts["requests"][number]) => decidedAt ?? endedAt;
    const steps: PanelStep[] = members
      .filter((one) => !byPanel.has(one.id))
      .filter((one) => endOf(one) !== null || one.expiresAt <= now)
      .toSorted((a, b) => ((endOf(a) ?? a.expiresAt) < (endOf(b) ?? b.expiresAt) ? -1 : 1))
      .map((one) =>
        one.decision === null
          ? "ends"
          : {
              votes: one.rules.map(
                (rule) =>
                  (one.verdicts.find(({ use_case_id }) => use_case_id === rule)?.verdict ??
                    one.decision) as Decision,
              ),
            },
      );
    const rules = { ...panel, ruleIds: panel.rule_use_case_ids, members: members.length };
    const ways = ordersOf(steps).map((order) =>
      playPanel(
        rules,
        panel.status === "cancelled"
          ? [...order.filter((s) => s !== "ends"), "withdraws the panel"]
          : order,
      ),
    );
    // Two who decide at once are counted in either order: what it comes to is the same, but whether the
    // other one was still heard is not.
    const played =
      ways.find((way) => isDeepStrictEqual(panel.rules, way.rules)) ?? (ways[0] as PlayedPanel);
    differ(
      `panel ${panel.need} of ${members.length} ${panel.on_reject}`,
      panel.status,
      played.status,
    );
    differ("the panel's rules", panel.rules, played.rules);
  }
}

/** Every order of these, the given one first. */
const ordersOf = <T>(some: readonly T[]): T[][] =>
  some.length < 2
    ? [[...some]]
    : some.flatMap((one, i) => ordersOf(some.toSpliced(i, 1)).map((rest) => [one, ...rest]));

/** What the service says of a rule follows from what was decided, and from nothing else. */
async function standingIsTheModels(world: World, facts: Facts, now: string): Promise<void> {
  const report = await world.read(`/admin/frameworks/${world.book}/coverage`);
  const due = coverageAt(facts, now);
  differ("totals", report.totals, { ...report.totals, ...due.totals });
  for (const [i, row] of due.rules.entries()) {
    const shown = report.rules[i];
    const same = Object.fromEntries(Object.keys(row).map((name) => [name, shown[name]]));
    differ(`coverage of ${row.use_case_id}`, same, row);
  }
  const asked = { framework_id: world.book, use_case_ids: RULES };
  const act = { act: "ask for clearance", about: null };
  const { body } = await world.asAdmin(act, "POST", "/clearance", asked);
  const expected = clearanceAt(facts, now, null);
  differ("cleared", body.cleared, expected.cleared);
  const reasons = ({ blockers }: Json) =>
    blockers.map(({ use_case_id, reason }: Json) => [use_case_id, reason]);
  differ("reasons", reasons(body), reasons(expected));
}

/** What may fail of genuine evidence: the wording, or counsel's name, has changed since. */
const maySay: ReadonlySet<string> = new Set([
  "content_current",
  "view_before_decision",
  "counsel_identity",
  "timestamp",
]);

async function evidenceIsWhole(world: World, { requests }: Facts): Promise<void> {
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
async function logIsTheRows(world: World): Promise<void> {
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

/** Every message that was promised came, and at most once more for each process that ended. */
async function mailsAndMessagesArrived(world: World, { requests }: Facts): Promise<void> {
  const { mails, hooks } = world.ground;
  const own = new Set(requests.map(({ id }) => id));
  await world.run("run the courier", "courier");
  // What a process that ended had taken to send is another's after a minute.
  if (world.faults > 0) {
    await world.wait(61);
    await world.run("run the courier", "courier");
  }
  const sent = new Map<string, number>();
  for (const { key } of mails.taken) sent.set(key, (sent.get(key) ?? 0) + 1);
  for (const [key, times] of sent) {
    if (!own.has(key.split("_")[0] ?? "")) continue;
    if (times > 1 + world.faults) throw new Error(`A mail was sent ${times} times.`);
  }
  const { items: shown } = await world.read(
    `/admin/rule-reviews?framework_id=${world.book}&limit=200`,
  );
  for (const { id, decision } of requests) {
    const isMailed = shown.some((one: Json) => one.id === id && one.mail !== null);
    const { items } = isMailed
      ? await world.read(`/admin/rule-reviews/${id}/audit?limit=200`)
      : { items: [] };
    const told = items.filter(({ action }: Json) => action === "rule_review.link_mailed").length;
    const came = [...sent.keys()].filter(
      (key) => key.startsWith(id) && /_(link|extended|answer)_/.test(key),
    ).length;
    if (told > came)
      throw new Error(`${world.name(id)}: ${told} mails in the trail, ${came} came.`);
    const about = hooks.received
      .filter(({ path }) => path === "/platform")
      .filter(({ body }) => body.includes(id) && body.includes('"rule_review.decided"'));
    const ids = new Set(about.map(({ headers }) => headers["webhook-id"]));
    differ(`${world.name(id)}: messages about its decision`, ids.size, decision === null ? 0 : 1);
    if (about.length > 1 + world.faults) throw new Error("A message came too often.");
  }
}

/** Of each decision those that were taken, once. */
async function signedCertificatesAreKept({ signed, read, name }: World): Promise<void> {
  for (const { request, sha256 } of signed) {
    const { items } = await read(`/admin/rule-reviews/${request}/signed-certificates`);
    const same = items.filter((one: Json) => one.sha256 === sha256);
    differ(`${name(request)}: the certificate that was handed in`, same.length, 1);
  }
}

/** A closed room lets nobody in; an open one exports every decision of its book, once. */
async function roomsShowWhatIsTheirs(world: World, { requests }: Facts): Promise<void> {
  const { items } = await world.read("/admin/rooms?limit=200");
  const decided = requests.filter(({ decision }) => decision !== null).map(({ id }) => id);
  for (const { id, token } of world.rooms) {
    const status = items.find((room: Json) => room.id === id)?.status;
    const visit = await world.asCounsel({ act: "visit", about: id }, "GET", `/room/${token}/info`);
    if (status === "revoked" && visit.status === 200)
      throw new Error("A closed room let somebody in.");
    if (visit.status !== 200) continue;
    const act = { act: "export the room", about: id };
    const { body } = await world.asCounsel(act, "GET", `/room/${token}/export`);
    const shown = body.bundles.map(({ request }: Json) => request.id);
    differ("what a room's export holds", shown.toSorted(), decided.toSorted());
  }
}

/** Bundles of the run, judged by the verifier that the service hands out. */
export async function filesVerify(world: World, auditor: Auditor): Promise<number> {
  const { system } = world.ground;
  const facts = await factsOf(world.read, world.book);
  const files = facts.requests.map(({ id }) => `/admin/rule-reviews/${id}/bundle`);
  files.push(...facts.panels.map(({ id }) => `/admin/review-panels/${id}/bundle`));
  // Mails have been sent since, and their rows wait.
  await world.run("sequence the log", "sequence-log");
  await auditor.copyLog();
  for (const path of files) {
    const { text } = await system.admin("GET", path);
    const { status, stdout } = await auditor.run(text, auditor.options);
    if (status !== 0) throw new Error(`The verifier ended ${status} for ${path}:\n${stdout}`);
  }
  return files.length;
}
