import {
  type CertificateFact,
  type Named,
  reviewedText,
} from "#shared/domain/evidence/certificate/parts.ts";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { visible } from "#shared/domain/text/text.ts";
import { LinkButton, Screen } from "../parts/basics.tsx";
import { useBooks } from "../parts/books.ts";
import { line, titled, words } from "../parts/format.ts";
import { QrCode } from "../parts/qr-code.tsx";
import { SaveCertificate } from "../parts/save-button.tsx";
import { Pending } from "../parts/trouble.tsx";
import type { Answer } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { decidedText, factsOf, type Proven, useProven } from "./certificate-facts.ts";
import { t } from "./certificate-texts.ts";
import { OwnSignature } from "./own-signature.tsx";
import { t as reviews } from "./texts.ts";

type Evidence = Answer<"getEvidence">;

/** A decided review, for printing: every value on one page, then comment and wording. */
export function Certificate({ id }: { id: string }) {
  const evidence = useCall("getEvidence", { params: { id } });
  const proven = useProven(id);
  // Evidence has the id of who asked; only the queue knows the e-mail.
  const queued = useCall("listReviews", { query: { search: id, limit: "1" } });
  const books = useBooks();
  const found = evidence.data;
  const bookId = found?.request.framework_id;
  const book = books.data?.find((one) => one.id === bookId)?.display_name ?? null;
  return (
    <Screen
      title={reviews.certificateTitle}
      aside={
        <>
          <SaveCertificate id={id} label={reviews.certificatePdf} class="primary" />
          <button type="button" onClick={() => print()}>
            {reviews.print}
          </button>
          <LinkButton to={`/reviews/${id}`} label={reviews.back} />
        </>
      }
    >
      <Pending of={evidence} />
      {found && <Pending of={proven} />}
      {found && proven.data && (
        <div class="certificate">
          <Values
            found={found}
            proven={proven.data}
            named={{ book, requester: queued.data?.items[0]?.requested_by_email ?? null }}
          />
          <Annex comment={commentIn(found)} of={proven.data} />
        </div>
      )}
      {found?.request.decided_at && <OwnSignature id={id} />}
    </Screen>
  );
}

const commentIn = ({ request: { decision_comment: comment } }: Evidence): string | null =>
  comment === null ? null : wordsText(comment);

/** Page one. */
function Values({ found, proven, named }: { found: Evidence; proven: Proven; named: Named }) {
  const { request, counsel } = found;
  return (
    <>
      <p class="lead">
        {reviewedText(
          line(counsel?.display_name ?? ""),
          request.rule_use_case_ids.length,
          named.book ?? request.framework_id,
        )}{" "}
        <strong>{decidedText(found, proven)}</strong>.
      </p>
      {proven.proofUrl && <QrCode text={proven.proofUrl} name={t.qr} />}
      <ValueList rows={[...factsOf(found, proven, named), ...proven.log]} />
      <p>{checksSay(found)}</p>
      <h2>{t.steps}</h2>
      <ol>
        {proven.procedure.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </>
  );
}

const results: Readonly<Record<string, string>> = reviews.results;

/** How many checks passed, and how the others came out. */
function checksSay({ checks }: Evidence): string {
  // Whether the wording is still live says nothing of the decision.
  const ofDecision = checks.filter(({ id }) => id !== "content_current");
  const others = ofDecision
    .filter(({ result }) => result !== "pass")
    .map(({ id, result }) => `${titled(words(id))} ${results[result]}`);
  const passed = t.passed(ofDecision.length - others.length, ofDecision.length);
  return passed + t.others(others.join(", "));
}

const ValueList = ({ rows }: { rows: readonly CertificateFact[] }) => (
  <dl class="values">
    {rows.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{line(value)}</dd>
      </div>
    ))}
  </dl>
);

/** From page two on: what counsel wrote, and what counsel read. */
const Annex = (props: { comment: string | null; of: Pick<Proven, "verdicts" | "rules"> }) => (
  <section class="annex">
    {props.comment && (
      <>
        <h2>{t.comment}</h2>
        <div class="text narrow">{visible(props.comment)}</div>
      </>
    )}
    {props.of.verdicts.length > 0 && <h2>{t.verdicts}</h2>}
    {props.of.verdicts.map(({ heading, text }, at) => (
      <section key={at}>
        <h3>{line(heading)}</h3>
        <div class="text narrow">{visible(text)}</div>
      </section>
    ))}
    <h2>{t.annex}</h2>
    {props.of.rules.map(({ heading, facts }, at) => (
      <section key={at}>
        <h3>{line(heading)}</h3>
        <dl class="values">
          {facts.map(({ label, value }, i) => (
            <div key={i}>
              <dt>{label}</dt>
              <dd class="text">{visible(value)}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </section>
);
