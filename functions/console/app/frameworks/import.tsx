import { useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import { Confirm } from "../parts/confirm.tsx";
import { FileField } from "../parts/file-field.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { Failure } from "../shell/client.ts";
import { unawaited } from "../shell/unawaited.ts";
import { type Plan, Preview, putRules, type Rules } from "./import-preview.tsx";
import { placeInFile, rulesIn } from "./rule-files.ts";
import { t } from "./texts.ts";

const read = (file: File): Promise<Rules | string> =>
  file.text().then(
    (text) => rulesIn(file.name, text),
    () => t.fileUnreadable,
  );

/** A file's rules, and what importing them into a book would change. */
function useChecked(id: string) {
  /** The rules of the chosen file, or its fault; null while no file is chosen. */
  const reading = useRef<Promise<Rules | string> | null>(null);
  const [rules, setRules] = useState<Rules | null>(null);
  const [plan, setPlan] = useState<Plan | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [fault, setFault] = useState("");
  const [name, setName] = useState("");
  const [isBusy, setBusy] = useState(false);
  const choose = async (file: File | null) => {
    const own = file === null ? null : read(file);
    reading.current = own;
    setName(file?.name ?? "");
    setPlan(null);
    setRules(null);
    setFault("");
    setFailure(null);
    const found = await own;
    if (reading.current !== own) return;
    if (typeof found === "string") setFault(found);
    else setRules(found);
  };
  /** If the user presses it while the file is being read, it waits for the file. */
  const check = async () => {
    const own = reading.current;
    if (own === null || isBusy) return;
    setBusy(true);
    const found = await own;
    const outcome = typeof found === "string" ? null : await putRules(id, found, true);
    setBusy(false);
    if (outcome === null || reading.current !== own) return;
    setFailure(outcome.kind === "done" ? null : outcome);
    setPlan(outcome.kind === "done" ? outcome.body : null);
  };
  const isIdle = reading.current === null || fault !== "" || isBusy;
  const placeOf = (path: string) => placeInFile(name, rules ?? [], path);
  return { rules, plan, failure, fault, isBusy, isIdle, choose, check, placeOf };
}

/** Imports rules from a file, after a preview of the changes. */
export function ImportRules({ id }: { id: string }) {
  const books = useBooks();
  const [, go] = useLocation();
  const { rules, plan, failure, fault, isBusy, isIdle, choose, check, placeOf } = useChecked(id);
  const name = bookName(books.data, id);
  return (
    <Screen title={t.importTitle} lead={t.importLead}>
      {failure && <Trouble failure={failure} isWrite nameOf={placeOf} />}
      <p>
        {t.importInto}: <strong>{name}</strong>
      </p>
      <div class="field narrow">
        <FileField
          id="file"
          label={t.file}
          hint={t.fileHint}
          accept=".json,.csv,application/json,text/csv"
          fault={fault}
          onChoose={(file) => unawaited(choose(file))}
        />
      </div>
      <button type="button" class="primary" aria-disabled={isIdle} onClick={check}>
        {t.check}
        {isBusy && " …"}
      </button>
      {plan && rules && (
        <Preview plan={plan} rules={rules} says={t.importing}>
          <Confirm
            does={t.write}
            to={name}
            lead={<p>{t.importing.counts(plan.created, plan.updated, plan.unchanged)}</p>}
            isPrimary
            send={() => putRules(id, rules, false)}
            done={() => go(`/rule-books/${id}`)}
          />
        </Preview>
      )}
    </Screen>
  );
}
