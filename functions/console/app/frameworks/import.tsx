import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { Badge, Screen } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { Compared } from "../parts/rule-text.tsx";
import { Trouble } from "../parts/trouble.tsx";
import { type Answer, call, type Failure, type Outcome } from "../shell/client.ts";
import { useTurns } from "../shell/turns.ts";
import { t } from "./texts.ts";

type Plan = Answer<"putRules">;
type Rules = Parameters<typeof putRules>[1];

const putRules = (
  framework_id: string,
  rules: NonNullable<Parameters<typeof call<"putRules">>[1]>["body"]["rules"],
  isTry: boolean,
): Promise<Outcome<Plan>> =>
  call("putRules", {
    params: { framework_id },
    query: isTry ? { dry_run: "true" } : {},
    body: { rules },
  });

/** Imports rules from a file, after a preview of the changes. */
export function ImportRules({ id }: { id: string }) {
  const books = useBooks();
  const [, go] = useLocation();
  const [rules, setRules] = useState<Rules | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const begin = useTurns();
  const choose = async (file: File | undefined) => {
    const isCurrent = begin();
    setPlan(null);
    setRules(null);
    setFault("");
    setFailure(null);
    if (file === undefined) return;
    const read = rulesIn(await file.text());
    if (!isCurrent()) return;
    if (typeof read === "string") setFault(read);
    else setRules(read);
  };
  const check = async () => {
    if (rules === null || isBusy) return;
    const isCurrent = begin();
    setBusy(true);
    const outcome = await putRules(id, rules, true);
    setBusy(false);
    if (!isCurrent()) return;
    setFailure(outcome.kind === "done" ? null : outcome);
    setPlan(outcome.kind === "done" ? outcome.body : null);
  };
  const name = bookName(books.data, id);
  return (
    <Screen title={t.importTitle} lead={t.importLead}>
      {failure && <Trouble failure={failure} isWrite />}
      <p>
        {t.importInto}: <strong>{name}</strong>
      </p>
      <div class="field narrow">
        <label for="file">{t.file}</label>
        <p class="hint" id="file-hint">
          {t.fileHint}
        </p>
        {fault && (
          <p class="fault" role="alert" id="file-fault">
            {fault}
          </p>
        )}
        <input
          id="file"
          type="file"
          accept=".json,application/json"
          aria-describedby={fault ? "file-hint file-fault" : "file-hint"}
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
      </div>
      <button
        type="button"
        class="primary"
        aria-disabled={rules === null || isBusy}
        onClick={check}
      >
        {t.check}
        {isBusy && " …"}
      </button>
      {plan && rules && (
        <Preview plan={plan}>
          <Confirm
            label={t.write}
            question={t.writeQuestion(name)}
            act={t.write}
            isPrimary
            send={() => putRules(id, rules, false)}
            done={() => go(`/rule-books/${id}`)}
          >
            <p>{t.counts(plan.created, plan.updated, plan.unchanged)}</p>
            <p>{t.writeWords}</p>
          </Confirm>
        </Preview>
      )}
    </Screen>
  );
}

/** The rules in a file, or what is wrong with it; the API validates the rules themselves. */
function rulesIn(text: string): Rules | string {
  try {
    const value: unknown = JSON.parse(text);
    const rules = Array.isArray(value) ? value : (value as { rules?: unknown } | null)?.rules;
    return Array.isArray(rules) ? (rules as Rules) : t.noRulesInFile;
  } catch {
    return t.notJson;
  }
}

function Preview({ plan, children }: { plan: Plan; children: ComponentChildren }) {
  const changes = (plan.rules ?? []).filter(({ change }) => change !== "unchanged");
  const hits = [...new Set(changes.flatMap(({ approvals_hit }) => approvals_hit))];
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">{t.previewTitle}</h2>
      <p>
        {changes.length === 0 ? t.nothing : t.counts(plan.created, plan.updated, plan.unchanged)}
      </p>
      {changes.length > 0 && (
        <>
          <p>{t.hits(hits.length)}</p>
          {changes.map(({ use_case_id, change, fields, approvals_hit }) => (
            <details key={use_case_id} class="rule">
              <summary>
                <code>{line(use_case_id)}</code>{" "}
                <Badge tone={change === "created" ? "good" : "warn"}>{t.changes[change]}</Badge>
              </summary>
              <Compared fields={fields} beforeName={t.before} afterName={t.after} heading="h3" />
              {approvals_hit.map((review) => (
                <p key={review}>
                  <Link href={`/reviews/${review}`}>
                    {t.hitLink} {review}
                  </Link>
                </p>
              ))}
            </details>
          ))}
          <div class="actions">{children}</div>
        </>
      )}
    </section>
  );
}
