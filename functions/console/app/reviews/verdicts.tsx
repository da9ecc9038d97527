import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./texts.ts";

/** What counsel said of single rules, and where to act on it. */
export function Verdicts({ request }: { request: Answer<"getEvidence">["request"] }) {
  const { rule_verdicts: verdicts, framework_id } = request;
  if (!verdicts || verdicts.length === 0) return null;
  return (
    <section>
      <h2>{t.verdicts}</h2>
      <ul class="plain">
        {verdicts.map(({ use_case_id, verdict, text }) => (
          <li key={use_case_id}>
            <code>{use_case_id}</code>: <strong>{t.statuses[verdict]}</strong>
            {text && <div class="text narrow">{visible(text)}</div>}
            {verdict !== "approved" && (
              <p>
                <Link
                  href={`/rule-books/${framework_id}/rules/${encodeURIComponent(use_case_id)}/edit`}
                >
                  {t.amend}
                </Link>
                {" · "}
                <Link
                  href={`/reviews/new?${new URLSearchParams({ framework_id, rules: use_case_id, counsel_id: request.counsel_id })}`}
                >
                  {t.requestAgain}
                </Link>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
