import type { EvidenceFile } from "#shared/domain/evidence/evidence-file.ts";
import { line, timeOf } from "../format.ts";
import { decisionMarks } from "../standing.ts";
import { t } from "../texts.ts";
import type { Verified } from "../verify.ts";

interface Step {
  name: string;
  /** ISO 8601 UTC; null: it did not happen, or nothing records it. */
  at: string | null;
  text: string;
}

/** The stages of a decision as a labelled picture: requested, opened, decided, logged. */
export function Trail({ file, verified }: { file: EvidenceFile; verified: Verified | null }) {
  return (
    <ol class="trail">
      {stepsOf(file, verified).map(({ name, at, text }) => (
        <li key={name} class={at === null ? "missing" : "done"}>
          <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <circle cx="12" cy="12" r="10" />
            {at !== null && <path d="M7 12.5l3.4 3.4L17 9" />}
          </svg>
          <strong>{name}</strong>
          {at !== null && <time dateTime={at}>{timeOf(at)}</time>}
          <span class="soft">{text}</span>
        </li>
      ))}
    </ol>
  );
}

function stepsOf({ request, counsel }: EvidenceFile, verified: Verified | null): Step[] {
  const { created_at, viewed_at, decided_at, status, requested_by_user_id } = request;
  const who = line(counsel?.display_name ?? counsel?.email ?? "");
  const leaf = verified?.is === "judged" ? (verified.judged.parts[0]?.leaf ?? null) : null;
  const [, word] = decisionMarks[status as keyof typeof decisionMarks] ?? ["", line(status)];
  return [
    {
      name: t.steps.requested,
      at: created_at,
      text: t.steps.byPlatform(line(requested_by_user_id)),
    },
    {
      name: t.steps.opened,
      at: viewed_at,
      text: viewed_at === null ? t.steps.notOpened : t.steps.byCounsel(who),
    },
    {
      name: t.steps.decided,
      at: decided_at,
      text: `${word}, ${t.steps.byCounsel(who)}`,
    },
    {
      name: t.steps.logged,
      at: leaf?.time ?? null,
      text:
        verified === null
          ? t.evidence.running
          : leaf === null
            ? t.steps.notLogged
            : t.steps.leaf(leaf.index),
    },
  ];
}
