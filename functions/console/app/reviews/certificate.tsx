import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { Facts, Screen, Time } from "../parts/basics.tsx";
import { bookTitle, useBooks } from "../parts/books.ts";
import { download } from "../parts/download.ts";
import { line } from "../parts/format.ts";
import { Pending, Trouble } from "../parts/trouble.tsx";
import { call, callForFile, type Failure } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { Checks } from "./checks.tsx";
import { t } from "./texts.ts";

/** A decided review, for printing. */
export function Certificate({ id }: { id: string }) {
  const evidence = useLoad(`evidence ${id}`, () => call("getEvidence", { params: { id } }));
  const books = useBooks();
  const found = evidence.data;
  return (
    <Screen
      title={t.certificateTitle}
      aside={
        <>
          <SavePdf id={id} />
          <button type="button" onClick={() => print()}>
            {t.print}
          </button>
          <Link href={`/reviews/${id}`} class="button">
            {t.back}
          </Link>
        </>
      }
    >
      <Pending of={evidence} />
      {found && (
        <>
          <p class="lead">
            {t.certificateWords(
              line(found.counsel?.display_name ?? ""),
              bookTitle(books.data, found.request.framework_id),
            )}
          </p>
          <p class="lead">
            <strong>{t.statuses[found.request.status]}</strong>,{" "}
            <Time iso={found.request.decided_at} />
          </p>
          {found.request.decision_comment && (
            <div class="text narrow">{visible(found.request.decision_comment)}</div>
          )}
          <Facts
            rows={[
              [t.facts.id, <code>{found.request.id}</code>],
              [t.facts.hash, <code>{found.request.rule_version_hash}</code>],
              [t.signature, <code>{found.request.decision_signature}</code>],
              [t.document, <code>{found.request.supplementary_pdf_kv_secret ?? "–"}</code>],
            ]}
          />
          <h2>{t.certificateRules}</h2>
          <ul>
            {found.request.rule_use_case_ids.map((rule) => (
              <li key={rule}>
                <code>{line(rule)}</code>
              </li>
            ))}
          </ul>
          <h2>{t.checks}</h2>
          <Checks found={found} />
          <p class="soft">{t.certificateFoot}</p>
        </>
      )}
    </Screen>
  );
}

/** The certificate as a file that carries its own evidence. */
function SavePdf({ id }: { id: string }) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const save = async () => {
    const outcome = await callForFile("getCertificate", "application/pdf", { params: { id } });
    setFailure(outcome.kind === "done" ? null : outcome);
    if (outcome.kind === "done") {
      download(`countersign-${id}.pdf`, "application/pdf", outcome.body);
    }
  };
  return (
    <>
      {failure && <Trouble failure={failure} />}
      <button type="button" class="primary" onClick={save}>
        {t.certificatePdf}
      </button>
    </>
  );
}
