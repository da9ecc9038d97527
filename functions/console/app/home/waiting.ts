import type { Tone } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { call, callAll, type Item, may, type Outcome } from "../shell/client.ts";
import { t } from "./texts.ts";

/** One line of what needs attention, and where to deal with it. */
export interface Waiting {
  tone: Tone;
  text: string;
  to: string;
}

const DAY = 86_400_000;
const FAILED = "/connections/runs?status=failed";

/** One question to the API, and what in its answer needs attention. */
export type Ask = () => Promise<Outcome<Waiting[]>>;

/** Everything that the person may ask about, most urgent first. */
export const asksOfMine = (): readonly Ask[] => [
  ...(may("listReviews") ? [expiring, givenUp] : []),
  ...(may("listConnections") || may("listAllConnections") ? [connections] : []),
  ...(may("listReviews") ? [drifted, setup, starting] : []),
];

const when = (n: number, entry: Waiting): Waiting[] => (n > 0 ? [entry] : []);

const mapped = <T>(outcome: Outcome<T>, read: (body: T) => Waiting[]): Outcome<Waiting[]> =>
  outcome.kind === "done" ? { kind: "done", body: read(outcome.body) } : outcome;

const expiring: Ask = async () => {
  const expires_before = new Date(Date.now() + 3 * DAY).toISOString();
  return mapped(
    await call("listReviews", { query: { expires_before, limit: "200" } }),
    ({ items, next_cursor }) =>
      when(items.length, {
        tone: "warn",
        text: t.expiring(items.length, next_cursor !== null),
        to: "/reviews?status=pending",
      }),
  );
};

type LiveRule = Item<"listRules">;
type Book = Item<"listFrameworks">;

/** The rules of every current book; both questions about them share one answer. */
let rulesOfBooks: Promise<Outcome<readonly (readonly [Book, readonly LiveRule[]])[]>> | null = null;

function currentRules() {
  rulesOfBooks ??= askRules().finally(() => {
    rulesOfBooks = null;
  });
  return rulesOfBooks;
}

async function askRules(): Promise<Outcome<readonly (readonly [Book, readonly LiveRule[]])[]>> {
  const books = await callAll("listFrameworks", {});
  if (books.kind !== "done") return books;
  const current = books.body.filter(({ status }) => status === "current");
  const answers = await Promise.all(
    current.map(async (book) => {
      const rules = await callAll("listRules", { params: { framework_id: book.id } });
      return rules.kind === "done"
        ? { kind: "done" as const, body: [book, rules.body] as const }
        : rules;
    }),
  );
  const body: (readonly [Book, readonly LiveRule[]])[] = [];
  for (const answer of answers) {
    if (answer.kind !== "done") return answer;
    body.push(answer.body);
  }
  return { kind: "done", body };
}

/** By rule book, the rules whose approved wording is no longer live. */
const drifted: Ask = async () =>
  mapped(await currentRules(), (books) =>
    books.flatMap(([book, rules]) => {
      const n = rules.filter(
        ({ review_status }) => review_status === "approved_then_changed",
      ).length;
      return when(n, {
        tone: "warn",
        text: t.drifted(n, line(book.display_name)),
        to: `/reviews/new?framework_id=${book.id}&due=changed`,
      });
    }),
  );

/** By rule book, the rules whose law starts soon. */
const starting: Ask = async () => {
  const today = new Date().toISOString().slice(0, 10);
  const soon = new Date(Date.now() + 90 * DAY).toISOString().slice(0, 10);
  return mapped(await currentRules(), (books) =>
    books.flatMap(([book, rules]) => {
      const n = rules.filter(
        ({ applies_from = "" }) => applies_from > today && applies_from <= soon,
      ).length;
      return when(n, {
        tone: "wait",
        text: t.starting(n, line(book.display_name)),
        to: `/coverage?framework_id=${book.id}`,
      });
    }),
  );
};

const setup: Ask = async () =>
  mapped(await call("getSetupChecklist"), ({ rows }) => {
    const open = rows.filter(({ status }) => status === "not_set").length;
    return when(open, { tone: "wait", text: t.notSet(open), to: "/setup" });
  });

/** Runs that were tried as often as they may be: the dead letters, which are no longer worked on. */
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
