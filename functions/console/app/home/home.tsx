import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { Badge, Empty, Screen } from "../parts/basics.tsx";
import { Pending } from "../parts/trouble.tsx";
import { call, may, type Outcome } from "../shell/client.ts";
import { useLatestWins } from "../shell/latest-wins.ts";
import { useLoad } from "../shell/load.ts";
import { isLocal } from "../shell/provider.ts";
import { t } from "./texts.ts";
import { type Ask, asksOfMine, type Waiting } from "./waiting.ts";

/** Requests that were sent before Home rendered. */
const begun = new Map<Ask, ReturnType<Ask>>();

/** Sends all of Home's requests now, so that they run while it renders. */
export function askHomeAhead(): void {
  for (const ask of asksOfMine()) begun.set(ask, ask());
}

/**
 * What is waiting for the signed-in user, each kind shown as soon as it is known; and on a new
 * system, where to begin.
 */
export function Home() {
  const [known, setKnown] = useState<ReadonlyMap<Ask, readonly Waiting[]>>(new Map());
  const asks = asksOfMine();
  const begin = useLatestWins();
  const waiting = useLoad(
    "home",
    async () => {
      const isCurrent = begin();
      const tell = (ask: Ask, found: readonly Waiting[]) => {
        if (isCurrent()) setKnown((before) => new Map([...before, [ask, found]]));
      };
      return firstFailure(await Promise.all(asks.map((ask) => askAndTell(ask, tell))));
    },
    60_000,
  );
  const entries = asks.flatMap((ask) => known.get(ask) ?? []);
  return (
    <Screen title={t.title}>
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
      <Pending of={waiting} />
      <Begin />
      {isLocal && may("listReviews") && (
        <p>
          <a href="/_local/outbox" target="_blank" rel="noreferrer">
            {t.outbox}
          </a>
        </p>
      )}
    </Screen>
  );
}

async function askAndTell(ask: Ask, tell: (ask: Ask, found: readonly Waiting[]) => void) {
  const asked = begun.get(ask);
  begun.delete(ask);
  const outcome = await (asked ?? ask());
  if (outcome.kind === "done") tell(ask, outcome.body);
  return outcome;
}

/** Returns the first failure, so that missing entries do not go unnoticed. */
const firstFailure = (outcomes: readonly Outcome<Waiting[]>[]): Outcome<true> =>
  outcomes.find((one) => one.kind !== "done") ?? { kind: "done", body: true };

/** The first steps, shown as long as there are no reviews or connections. */
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
      {isPlatform && isLocal && <Sample />}
    </section>
  );
}

/** Offers the sample half year, which only a local run has. */
function Sample() {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const fill = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(null);
    const answer = await fetch("/_local/sample", { method: "POST" }).catch(() => null);
    if (answer?.ok) return location.reload();
    const problem = await answer?.json().catch(() => null);
    setBusy(false);
    setFault(problem?.detail ?? "");
  };
  return (
    <>
      <h2>{t.sample}</h2>
      <p>{t.sampleWords}</p>
      <p role="alert">{fault !== null && `${t.sampleFailed}. ${fault}`}</p>
      <p class="actions">
        <button type="button" aria-disabled={isBusy} onClick={fill}>
          {isBusy ? `${t.sampleBusy} …` : t.sampleAct}
        </button>
      </p>
    </>
  );
}
