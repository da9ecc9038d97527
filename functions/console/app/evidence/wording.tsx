import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { Screen, Time } from "../parts/basics.tsx";
import { bookOptions, useBooks } from "../parts/books.ts";
import { FormBox, SelectField, Submit, TextField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { LawState } from "../parts/law-state.tsx";
import { RuleText } from "../parts/rule-text.tsx";
import { type Answer, call, callAll } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { EvidenceTabs } from "./tabs.tsx";
import { t } from "./texts.ts";

/** Which wording was binding on a given day, and who had approved it. */
export function Wording() {
  const books = useBooks();
  const [found, setFound] = useState<Answer<"getWording"> | null>(null);
  const form = useForm({
    framework_id: "",
    use_case_id: "",
    on: new Date().toISOString().slice(0, 10),
  });
  const { framework_id, use_case_id, on } = form.values;
  // The book's rules are suggested; a rule that is no longer in it can still be typed.
  const rules = useLoad(`rules ${framework_id}`, async () =>
    framework_id === ""
      ? { kind: "done" as const, body: [] }
      : callAll("listRules", { params: { framework_id } }),
  );
  const send = () => {
    setFound(null);
    return form.submit(
      () =>
        call("getWording", {
          params: { framework_id: framework_id || "-" },
          query: { use_case_id, on },
        }),
      setFound,
    );
  };
  return (
    <Screen title={t.tabs.wording} lead={t.wordingLead}>
      <EvidenceTabs />
      <FormBox form={form} onSubmit={send} isQuestion>
        <SelectField
          form={form}
          name="framework_id"
          label={t.fields.framework_id}
          options={bookOptions(books.data, t.chooseBook)}
        />
        <TextField
          form={form}
          name="use_case_id"
          label={t.rule}
          proposals={(rules.data ?? []).map((rule) => [rule.use_case_id, line(rule.title)])}
        />
        <TextField form={form} name="on" label={t.on} type="date" />
        <Submit isBusy={form.isBusy}>{t.ask}</Submit>
      </FormBox>
      <div aria-live="polite">
        {found && (
          <section>
            <h2>{t.wordingOf(found.version)}</h2>
            <div>
              <LawState in_force={found.in_force} enforcement={found.enforcement} />
            </div>
            <RuleText rule={found.content} />
            <h3>{t.approvedBy}</h3>
            {found.approvals.length === 0 && <p>{t.noApproval}</p>}
            <ul>
              {found.approvals.map(({ review_id, counsel, decision, decided_at }) => (
                <li key={review_id}>
                  <Link href={`/reviews/${review_id}`}>{line(counsel.display_name)}</Link>,{" "}
                  {t.decisions[decision]}, <Time iso={decided_at} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Screen>
  );
}
