import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { type Answer, mayChange } from "../shell/client.ts";
import { isLocal } from "../shell/provider.ts";
import { t } from "./texts.ts";

const steps = [
  ["/counsel/new", t.steps.counsel],
  ["/reviews/new", t.steps.review],
  ["/tenants", t.steps.tenant],
] as const;

/** Counsel can be registered only for a rule book. */
const firstOfAll = ["/rule-books", t.toBooks] as const;

/** The first steps, shown as long as nothing was ever requested. */
export function Begin({ of: { books, pipeline, work } }: { of: Answer<"getOverview"> }) {
  const hasBegun =
    Object.values(pipeline).some(({ count }) => count > 0) ||
    books.some(({ rules, totals }) => (totals.never_reviewed ?? 0) < rules) ||
    work.some(({ kind }) => kind === "review_expired");
  if (hasBegun || !mayChange()) return null;
  return (
    <section>
      <h2>{t.begin}</h2>
      <ol>
        {(books.length === 0 ? [firstOfAll, ...steps] : steps).map(([to, label]) => (
          <li key={to}>
            <Link href={to}>{label}</Link>
          </li>
        ))}
      </ol>
      {isLocal && <Sample />}
    </section>
  );
}

/** Offers the sample half year, which exists only in a local run. */
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
