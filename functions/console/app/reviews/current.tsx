import { Badge, LinkButton } from "../parts/basics.tsx";
import { fieldName } from "../parts/field-names.ts";
import type { Answer } from "../shell/client.ts";
import { t } from "./detail-texts.ts";
import type { Texts } from "./reviewed-texts.ts";
import { RuleName } from "./rule-name.tsx";
import { requestAddress } from "./said.tsx";

type Evidence = Answer<"getEvidence">;

/** Whether the rules still read the same, what changed since, and how to review exactly that. */
export function Current({ found, texts }: { found: Evidence; texts: Texts | null }) {
  const { request, content } = found;
  const { changed } = content;
  const isOpen = request.decided_at === null;
  const ids = changed.map(({ use_case_id }) => use_case_id);
  return (
    <section>
      <h2>{t.current}</h2>
      {ids.length === 0 ? (
        <p>
          <Badge tone="sound">{isOpen ? t.currentOpen : t.currentYes}</Badge>
        </p>
      ) : (
        <>
          <p>
            <Badge tone="warn">{t.moved(ids.length, request.rule_use_case_ids.length)}</Badge>
          </p>
          <ul>
            {changed.map(({ use_case_id, fields }) => (
              <li key={use_case_id}>
                <RuleName id={use_case_id} texts={texts} />{" "}
                <span class="soft">{t.movedFields(fields.map(fieldName))}</span>
              </li>
            ))}
          </ul>
          <p>
            <LinkButton
              to={requestAddress(request, ids)}
              label={t.requestReview(ids.length)}
              isPrimary
            />
          </p>
        </>
      )}
    </section>
  );
}
