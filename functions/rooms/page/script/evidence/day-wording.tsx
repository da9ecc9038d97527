import { useState } from "preact/hooks";
import type { Outcome } from "../api.ts";
import { Trouble } from "../basics.tsx";
import { dayOf } from "../format.ts";
import { type DayWording, type Rule, readWording } from "../room.ts";
import { daySentence } from "../standing.ts";
import { t } from "../texts.ts";
import { RuleWording } from "./wording.tsx";

interface Props {
  rule: Rule;
  day: string;
}

/** The wording that was live at the end of a day in UTC, fetched when the reader unfolds it. */
export function WordingOfDay({ rule, day }: Props) {
  const [wording, setWording] = useState<Outcome<DayWording> | null>(null);
  const read = () =>
    readWording(rule.framework_id, rule.use_case_id, day).then(setWording, () =>
      setWording({ kind: "unreachable" }),
    );
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && wording?.kind !== "done") read().catch(() => {});
      }}
    >
      <summary>{t.ask.wordingOf(dayOf(day))}</summary>
      {wording === null ? (
        <p role="status">{t.ask.reading}</p>
      ) : (
        <Shown wording={wording} day={day} />
      )}
    </details>
  );
}

function Shown({ wording, day }: { wording: Outcome<DayWording>; day: string }) {
  if (wording.kind === "refused" && wording.code === "not_found") {
    return <p>{t.ask.noWording(dayOf(day))}</p>;
  }
  if (wording.kind !== "done") return <Trouble failure={wording} />;
  const { version, in_force, content } = wording.body;
  return (
    <>
      <p>{daySentence(wording.body)}</p>
      <p>{t.ask.version(version, dayOf(day), t.laws[in_force])}</p>
      <RuleWording rule={content} />
    </>
  );
}
