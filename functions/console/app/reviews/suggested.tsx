import { useLocation } from "wouter-preact";
import { wordsText } from "#shared/domain/reviews/words-text.ts";
import { asInField, visible } from "#shared/domain/text/text.ts";
import { draftWith } from "../frameworks/rule-draft.ts";
import { editAt } from "../parts/addresses.ts";
import { fieldName } from "../parts/field-names.ts";
import { Compared } from "../parts/rule-text.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { type Answer, call, mayChange } from "../shell/client.ts";
import { t } from "./detail-texts.ts";
import type { Texts } from "./reviewed-texts.ts";
import { t as words } from "./texts.ts";

type Request = Answer<"getEvidence">["request"];
type Verdict = NonNullable<Request["rule_verdicts"]>[number];
type Suggestion = NonNullable<Verdict["suggestions"]>[number];

interface Shown {
  request: Request;
  use_case_id: string;
  texts: Texts | null;
}

/** The words that counsel proposed for a rule, beside the reviewed words and the live words. */
export const Suggested = ({ of, ...shown }: Shown & { of: Verdict }) => (
  <>
    {(of.suggestions ?? []).map((one) => (
      <One key={one.field} one={one} {...shown} />
    ))}
  </>
);

function One({ one: { field, text }, request, use_case_id, texts }: Shown & { one: Suggestion }) {
  const pinned = texts?.pinned.find((rule) => rule.use_case_id === use_case_id)?.[field];
  // If a rule has not changed, its live wording is the one reviewed.
  const live = texts?.live.has(use_case_id)
    ? (texts.live.get(use_case_id)?.[field] ?? null)
    : pinned;
  if (typeof text !== "string") {
    return (
      <p class="soft">
        {t.suggested}: {fieldName(field)}: {visible(wordsText(text))}
      </p>
    );
  }
  const isTaken = typeof live === "string" && asInField(live) === asInField(text);
  return (
    <section aria-label={`${t.suggested}: ${fieldName(field)}`}>
      <Compared
        fields={[{ field, before: pinned ?? "", after: text }]}
        beforeName={words.pinned}
        afterName={t.suggested}
      />
      {live === null && <p class="note">{words.gone}</p>}
      {isTaken && <p class="soft">{t.takenOver}</p>}
      {live !== pinned && !isTaken && typeof live === "string" && (
        <>
          <p class="soft fine">{words.live}</p>
          <p class="text narrow">{visible(live)}</p>
        </>
      )}
      {live !== null && !isTaken && mayChange() && (
        <TakeOver request={request} use_case_id={use_case_id} field={field} text={text} />
      )}
    </section>
  );
}

/** Puts the words into the rule's editor, where the user changes, checks and saves them. */
function TakeOver(props: {
  request: Request;
  use_case_id: string;
  field: Suggestion["field"];
  text: string;
}) {
  const { request, use_case_id, field, text } = props;
  const { framework_id, counsel_id } = request;
  const [, go] = useLocation();
  return (
    <SendButton
      label={t.takeOver}
      send={() => call("getRule", { params: { framework_id, use_case_id } })}
      done={(live) => {
        draftWith(framework_id, live, { [field]: text });
        go(editAt(framework_id, use_case_id, { rules: [use_case_id], counsel_id }));
      }}
    />
  );
}
