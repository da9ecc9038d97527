import { Link } from "wouter-preact";
import { decisionsAt } from "../evidence/address.ts";
import { coverageAt } from "../parts/addresses.ts";
import { Badge, Time } from "../parts/basics.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Overview = Answer<"getOverview">;
type Stage = keyof Overview["pipeline"];

const DAY_MS = 86_400_000;
/** Decisions are counted this far back. */
const DECIDED_DAYS = 30;

const openAt = (stage: string): string => `/reviews?status=pending&stage=${stage}`;

/** The address of what each count counts. */
const leadsTo: Readonly<Record<Stage, () => string>> = {
  not_opened: () => openAt("not_opened"),
  reading: () => openAt("reading"),
  due: () => openAt("due"),
  objections: () => coverageAt({ objections: "true" }),
  decided: () => {
    const from = new Date(Date.now() - DECIDED_DAYS * DAY_MS).toISOString().slice(0, 10);
    return decisionsAt({ decided_from: from });
  },
};

/** The stages of reviews, as counts that link to the reviews. */
export const Pipeline = ({ of }: { of: Overview }) => (
  <section>
    <h2>{t.pipeline}</h2>
    <ol class="pipeline">
      {(Object.keys(leadsTo) as Stage[]).map((stage) => (
        <li key={stage}>
          <Link href={leadsTo[stage]()}>
            <strong>{t.many(of.pipeline[stage].count, of.pipeline[stage].is_more)}</strong>{" "}
            {t.stages[stage]}
          </Link>
        </li>
      ))}
    </ol>
  </section>
);

/** The evidence log's state in one line. */
export const Evidence = ({ of }: { of: Overview["evidence"] }) => (
  <section>
    <h2>{t.evidence}</h2>
    <p>
      <Badge tone={of.forked_since === null ? "sound" : "bad"}>
        <Link href="/evidence">{t.entries(of.entries)}</Link>
        {" · "}
        {of.signed_at === null ? (
          t.noCheckpoint
        ) : (
          <>
            {t.checkpoint} <Time iso={of.signed_at} isRelative />
          </>
        )}
        {" · "}
        {t.witnesses(of.witnesses)}
        {" · "}
        {of.forked_since === null ? t.chainHolds : t.chainBroken}
      </Badge>
    </p>
  </section>
);
