import { Link } from "wouter-preact";
import { Badge, Empty, Screen, type Tone } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { call, callAll, may, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./texts.ts";

interface Waiting {
  tone: Tone;
  text: string;
  to: string;
}

const DAY = 86_400_000;

/** What waits for the person who is signed in, most urgent first; and where to begin on a new system. */
export function Home() {
  const waiting = useLoad("home", askAll, 60_000);
  const entries = waiting.data ?? [];
  return (
    <Screen title={t.title}>
      <Pending of={waiting} />
      {waiting.data && entries.length === 0 && <Empty>{t.nothing}</Empty>}
      {entries.length > 0 && (
        <ul class="plain">
          {entries.map(({ tone, text, to }) => (
            <li key={text}>
              <Badge tone={tone}>
                <Link href={to} data-entry>
                  {text}
                </Link>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {waiting.data && <Begin />}
    </Screen>
  );
}

/** The first steps, for as long as there is nothing to look back at. */
function Begin() {
  const isPlatform = may("listReviews");
  const first = useLoad("first", async (): Promise<Outcome<boolean>> => {
    const outcome = isPlatform
      ? await call("listReviews", { query: { limit: "1" } })
      : await call("listConnections", { query: { limit: "1" } });
    return outcome.kind === "done"
      ? { kind: "done", body: outcome.body.items.length === 0 }
      : outcome;
  });
  if (!first.data) return null;
  const steps = isPlatform
    ? ([
        ["/counsel/new", t.steps.counsel],
        ["/reviews/new", t.steps.review],
        ["/tenants", t.steps.tenant],
      ] as const)
    : may("createConnection")
      ? ([["/connections/new", t.connect]] as const)
      : [];
  if (steps.length === 0) return null;
  return (
    <section>
      <h2>{t.begin}</h2>
      <ol>
        {steps.map(([to, label]) => (
          <li key={to}>
            <Link href={to}>{label}</Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Ask = () => Promise<Outcome<Waiting[]>>;

/** Everything that the person may ask about; one failure fails all, so that nothing is missed unseen. */
async function askAll(): Promise<Outcome<Waiting[]>> {
  const asks: Ask[] = [
    ...(may("listReviews") ? [expiring, laws, setup, failedRuns] : []),
    ...(may("listConnections") || may("listAllConnections") ? [connections] : []),
  ];
  const outcomes = await Promise.all(asks.map((ask) => ask()));
  const all: Waiting[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== "done") return outcome;
    all.push(...outcome.body);
  }
  return { kind: "done", body: all };
}

const when = (n: number, entry: Waiting): Waiting[] => (n > 0 ? [entry] : []);

const mapped = <T,>(outcome: Outcome<T>, read: (body: T) => Waiting[]): Outcome<Waiting[]> =>
  outcome.kind === "done" ? { kind: "done", body: read(outcome.body) } : outcome;

const expiring: Ask = async () => {
  const expires_before = new Date(Date.now() + 3 * DAY).toISOString();
  return mapped(
    await call("listReviews", { query: { expires_before, limit: "200" } }),
    ({ items }) =>
      when(items.length, {
        tone: "warn",
        text: t.expiring(items.length),
        to: "/reviews?status=pending",
      }),
  );
};

/** Drifted approvals, and rules whose law starts soon, by rule book. */
const laws: Ask = async () => {
  const books = await callAll("listFrameworks", {});
  if (books.kind !== "done") return books;
  const all: Waiting[] = [];
  const today = new Date().toISOString().slice(0, 10);
  const soon = new Date(Date.now() + 90 * DAY).toISOString().slice(0, 10);
  const current = books.body.filter(({ status }) => status === "current");
  const found = await Promise.all(
    current.map(({ id }) => callAll("listRules", { params: { framework_id: id } })),
  );
  for (const [index, rules] of found.entries()) {
    const book = current[index];
    if (rules.kind !== "done") return rules;
    if (book === undefined) continue;
    const drifted = rules.body.filter(
      ({ review_status }) => review_status === "approved_then_changed",
    ).length;
    const starting = rules.body.filter(
      ({ applies_from = "" }) => applies_from > today && applies_from <= soon,
    ).length;
    const name = line(book.display_name);
    all.push(
      ...when(drifted, {
        tone: "warn",
        text: t.drifted(drifted, name),
        to: `/reviews/new?framework_id=${book.id}`,
      }),
      ...when(starting, {
        tone: "wait",
        text: t.starting(starting, name),
        to: `/coverage?framework_id=${book.id}`,
      }),
    );
  }
  return { kind: "done", body: all };
};

const setup: Ask = async () =>
  mapped(await call("getSetupChecklist"), ({ rows }) => {
    const open = rows.filter(({ status }) => status === "not_set").length;
    return when(open, { tone: "wait", text: t.notSet(open), to: "/setup" });
  });

const failedRuns: Ask = async () => {
  const since = new Date(Date.now() - 7 * DAY).toISOString();
  return mapped(
    await call("listAllDiscoveryRuns", { query: { status: "failed", limit: "50" } }),
    ({ items }) => {
      const recent = items.filter(({ created_at }) => created_at >= since).length;
      return when(recent, { tone: "bad", text: t.failedRuns(recent), to: "/connections" });
    },
  );
};

const connections: Ask = async () => {
  const outcome = may("listAllConnections")
    ? await call("listAllConnections", { query: { status: "needs_reauthorization", limit: "200" } })
    : await call("listConnections", { query: { limit: "200" } });
  return mapped(outcome, ({ items }) => {
    const open = items.filter(({ status }) => status === "needs_reauthorization").length;
    return when(open, {
      tone: "bad",
      text: t.reauthorize(open),
      to: "/connections?status=needs_reauthorization",
    });
  });
};
