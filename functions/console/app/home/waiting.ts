import type { Tone } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { call, callAll, may, type Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

/** One item that needs attention, with a link to where to deal with it. */
export interface Waiting {
  tone: Tone;
  text: string;
  to: string;
}

const DAY = 86_400_000;
const FAILED = "/connections/runs?status=failed";

/** One request to the API, reduced to what in its response needs attention. */
export type Ask = () => Promise<Outcome<Waiting[]>>;

/** All requests that the user may make, most urgent first. */
export const asksOfMine = (): readonly Ask[] => [
  ...(may("listReviews") ? [expiring, objected, bounced, complained, stuck, givenUp] : []),
  ...(may("listConnections") || may("listAllConnections") ? [connections] : []),
  ...(may("getTenantUsage") ? [budget] : []),
  ...(may("listArtifacts") ? [undecided] : []),
  ...(may("listReviews") ? [drifted, setup, starting] : []),
];

const when = (n: number, entry: Waiting): Waiting[] => (n > 0 ? [entry] : []);

const mapped = <T>(outcome: Outcome<T>, read: (body: T) => Waiting[]): Outcome<Waiting[]> =>
  outcome.kind === "done" ? { kind: "done", body: read(outcome.body) } : outcome;

const expiring: Ask = async () => {
  const expires_before = new Date(Date.now() + 3 * DAY).toISOString();
  return mapped(
    await call("listReviews", { query: { expires_before, limit: "50" } }),
    ({ items, next_cursor }) =>
      when(items.length, {
        tone: "warn",
        text: t.expiring(items.length, next_cursor !== null),
        to: "/reviews?status=pending",
      }),
  );
};

/** Rules that counsel objected to, or wished changes of, in a verdict of their own. */
const objected: Ask = async () =>
  mapped(await callAll("listObjections", {}), (items) => {
    const count = (kind: "objection" | "wish") => items.filter((one) => one.kind === kind).length;
    const entry = (kind: "objection" | "wish", tone: Tone): Waiting[] =>
      when(count(kind), {
        tone,
        text: t.remarks[kind](count(kind)),
        to: `/reviews/${items.find((one) => one.kind === kind)?.review_id}`,
      });
    return [...entry("objection", "bad"), ...entry("wish", "wait")];
  });

/** Pending reviews whose mail will not arrive: somebody has to forward a link or mend the address. */
const unreachable =
  (mail: "bounced" | "complained"): Ask =>
  async () =>
    mapped(await callAll("listReviews", { query: { status: "pending", mail } }), ({ length }) =>
      when(length, {
        tone: "bad",
        text: t.undeliverable[mail](length),
        to: `/reviews?status=pending&mail=${mail}`,
      }),
    );

const bounced = unreachable("bounced");
const complained = unreachable("complained");

/** A mail that has waited this long is one that its provider does not take. */
const STUCK_MS = 10 * 60_000;

const stuck: Ask = async () =>
  mapped(
    await callAll("listReviews", { query: { status: "pending", mail: "queued" } }),
    (items) => {
      const before = new Date(Date.now() - STUCK_MS).toISOString();
      const waiting = items.filter(({ mail }) => mail !== null && mail.at < before).length;
      return when(waiting, {
        tone: "warn",
        text: t.stuck(waiting),
        to: "/reviews?status=pending&mail=queued",
      });
    },
  );

/** How many days before a law starts to apply it is announced. */
const SOON_DAYS = 90;

const askBooks = () => {
  const due_by = new Date(Date.now() + SOON_DAYS * DAY).toISOString().slice(0, 10);
  return callAll("listFrameworks", { query: { due_by } });
};

/** The request in flight for the rule books and what is due; `drifted` and `starting` share it. */
let books: ReturnType<typeof askBooks> | null = null;

function dueBooks() {
  books ??= askBooks().finally(() => {
    books = null;
  });
  return books;
}

/** Per rule book, the rules whose approved wording is no longer live. */
const drifted: Ask = async () =>
  mapped(await dueBooks(), (all) =>
    all.flatMap(({ id, display_name, due: { changed = 0 } = {} }) =>
      when(changed, {
        tone: "warn",
        text: t.drifted(changed, line(display_name)),
        to: `/reviews/new?framework_id=${id}&due=changed`,
      }),
    ),
  );

/** Per rule book, the rules that start to apply soon. */
const starting: Ask = async () =>
  mapped(await dueBooks(), (all) =>
    all.flatMap(({ id, display_name, due: { starting: n = 0 } = {} }) =>
      when(n, {
        tone: "wait",
        text: t.starting(n, line(display_name)),
        to: `/coverage?framework_id=${id}`,
      }),
    ),
  );

const setup: Ask = async () =>
  mapped(await call("getSetupChecklist"), ({ rows }) => {
    const open = rows.filter(({ status }) => status === "not_set").length;
    return when(open, { tone: "wait", text: t.notSet(open), to: "/setup" });
  });

/** Discovery runs that failed in the last seven days; dead letters are counted separately. */
const givenUp: Ask = async () => {
  const since = new Date(Date.now() - 7 * DAY).toISOString();
  return mapped(
    await call("listAllDiscoveryRuns", { query: { status: "failed", limit: "200" } }),
    ({ items }) => {
      const recent = items.filter(({ created_at }) => created_at >= since);
      const dead = recent.filter(({ error_jsonb }) => error_jsonb?.["dead_letter"] === true).length;
      const failed = recent.length - dead;
      return [
        ...when(dead, { tone: "bad", text: t.deadLetters(dead), to: FAILED }),
        ...when(failed, { tone: "bad", text: t.failedRuns(failed), to: FAILED }),
      ];
    },
  );
};

const connections: Ask = async () => {
  const outcome = may("listAllConnections")
    ? await call("listAllConnections", { query: { status: "needs_reauthorization", limit: "200" } })
    : await callAll("listConnections", {}).then((all) =>
        all.kind === "done" ? { ...all, body: { items: all.body } } : all,
      );
  return mapped(outcome, ({ items }) => {
    const open = items.filter(({ status }) => status === "needs_reauthorization").length;
    const failed = may("listAllConnections")
      ? 0
      : items.filter(({ last_run }) => last_run?.status === "failed").length;
    return [
      ...when(open, {
        tone: "bad",
        text: t.reauthorize(open),
        to: "/connections?status=needs_reauthorization",
      }),
      ...when(failed, { tone: "bad", text: t.lastRunFailed(failed), to: "/connections" }),
    ];
  });
};

/** From this part of the budget on it is worth a look. */
const NEARLY = 0.8;

const budget: Ask = async () =>
  mapped(await call("getTenantUsage"), ({ spent_usd, cap_usd }) =>
    when(cap_usd !== null && spent_usd > 0 && spent_usd >= cap_usd * NEARLY ? 1 : 0, {
      tone: "warn",
      text: t.budget(spent_usd, cap_usd ?? 0),
      to: "/extractors",
    }),
  );

/** What gates propose, and nobody answers for: the gravest first. */
const undecided: Ask = async () => {
  const found = await Promise.all(
    (["prohibited", "high_risk"] as const).map(async (name) => {
      const query = { class: name, confirmed: "false", state: "present", limit: "50" } as const;
      return mapped(await call("listArtifacts", { query }), ({ items, next_cursor }) =>
        when(items.length, {
          tone: name === "prohibited" ? "bad" : "warn",
          text: t.undecided[name](items.length, next_cursor !== null),
          to: `/inventory?class=${name}&state=open`,
        }),
      );
    }),
  );
  const failed = found.find((one) => one.kind !== "done");
  return (
    failed ?? { kind: "done", body: found.flatMap((one) => (one.kind === "done" ? one.body : [])) }
  );
};
