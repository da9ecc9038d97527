import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { Failure } from "../shell/client.ts";
import { useLatestWins } from "../shell/latest-wins.ts";
import { unawaited } from "../shell/unawaited.ts";
import { type Plan, Preview, putRules, type Rules } from "./import-preview.tsx";
import { rulesIn } from "./rule-files.ts";
import { t } from "./texts.ts";

/** Imports rules from a file, after a preview of the changes. */
export function ImportRules({ id }: { id: string }) {
  const books = useBooks();
  const [, go] = useLocation();
  const [rules, setRules] = useState<Rules | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [fault, setFault] = useState("");
  const [isBusy, setBusy] = useState(false);
  const begin = useLatestWins();
  const choose = async (file: File | undefined) => {
    const isCurrent = begin();
    setPlan(null);
    setRules(null);
    setFault("");
    setFailure(null);
    if (file === undefined) return;
    const read = rulesIn(file.name, await file.text());
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
          accept=".json,.csv,application/json,text/csv"
          aria-describedby={fault ? "file-hint file-fault" : "file-hint"}
          onChange={({ currentTarget }) => unawaited(choose(currentTarget.files?.[0]))}
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
