import { Link } from "wouter-preact";
import { Badge, Time } from "../parts/basics.tsx";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

type Overview = Answer<"getOverview">;
type Stage = keyof Overview["pipeline"];

/** Where each count leads. */
const leadsTo: Readonly<Record<Stage, string>> = {
  not_opened: "/reviews?status=pending",
  reading: "/reviews?status=pending",
  due: "/reviews?status=pending",
  objections: "/rule-books",
  decided: "/evidence",
};

/** Where reviews are, as counts that lead to them. */
export const Pipeline = ({ of }: { of: Overview["pipeline"] }) => (
  <section>
    <h2>{t.pipeline}</h2>
    <ol class="pipeline">
      {(Object.keys(leadsTo) as Stage[]).map((stage) => (
        <li key={stage}>
          <Link href={leadsTo[stage]}>
            <strong>{t.many(of[stage].count, of[stage].is_more)}</strong> {t.stages[stage]}
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
      <Badge tone={of.forked_since === null ? "good" : "bad"}>
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
