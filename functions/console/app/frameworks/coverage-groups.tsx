import { useRef, useState } from "preact/hooks";
import { groupByPlace, type Place, type PlaceGroup } from "#shared/domain/frameworks/act-order.ts";
import type { LawDay } from "#shared/domain/frameworks/enforcement.ts";
import { provisionOf } from "#shared/domain/frameworks/provision.ts";
import { line } from "../parts/format.ts";
import { ruleTones } from "../parts/rule-states.ts";
import { Marks, type Row, stateText } from "./coverage-marks.tsx";
import { lawOfGroup } from "./law-days.ts";
import { t } from "./texts.ts";

type Group = PlaceGroup<Row>;

/** How much is rendered before somebody asks for the rest. */
const MAX_GROUPS = 60;
const MAX_CELLS = 100;

/** The rules of a report in the order of their act. */
export const groupsOf = (rows: readonly Row[]): Group[] =>
  groupByPlace(rows, ({ citation }) => citation);

/** A rule's provision and title, as a person would say it. */
const ruleName = ({ citation, title, use_case_id }: Row): string =>
  [citation === null ? "" : provisionOf(line(citation)), line(title) || use_case_id]
    .filter(Boolean)
    .join(": ");

/** The rule book by the act's own structure: a labelled row of cells for each part of it. */
export function Groups(props: {
  groups: readonly Group[];
  lawDays: ReadonlyMap<string, readonly LawDay[]>;
  on: string;
  onOpen: (row: Row) => void;
}) {
  const [most, setMost] = useState(MAX_GROUPS);
  const rest = props.groups.length - most;
  return (
    <>
      <h2 class="vh">{t.byAct}</h2>
      <ul class="act">
        {props.groups.slice(0, most).map((group) => (
          <GroupRow
            key={group.name ?? ""}
            group={group}
            law={lawOfGroup(
              group.rows.map(({ row }) => row),
              props.lawDays,
              props.on,
            )}
            onOpen={props.onOpen}
          />
        ))}
      </ul>
      {rest > 0 && (
        <p>
          <button type="button" onClick={() => setMost(most + 4 * MAX_GROUPS)}>
            {t.moreGroups(rest)}
          </button>
        </p>
      )}
    </>
  );
}

function GroupRow({
  group,
  law,
  onOpen,
}: {
  group: Group;
  law: string;
  onOpen: (row: Row) => void;
}) {
  const [most, setMost] = useState(MAX_CELLS);
  const name = group.name === null ? t.otherGroup : line(group.name);
  const rest = group.rows.length - most;
  return (
    <li>
      <div class="part">
        <h3>{name}</h3>
        <p class="fine soft">
          {t.rules(group.rows.length)} · {law}
        </p>
      </div>
      <div>
        <Cells name={name} rows={group.rows.slice(0, most)} onOpen={onOpen} />
        {rest > 0 && (
          <button type="button" class="small" onClick={() => setMost(most + 10 * MAX_CELLS)}>
            {t.moreCells(rest)}
          </button>
        )}
      </div>
    </li>
  );
}

const keys: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** The cells of one part. Tab stops at them once; the arrow keys move between them. */
function Cells({
  name,
  rows,
  onOpen,
}: {
  name: string;
  rows: Group["rows"];
  onOpen: (row: Row) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const move = (event: KeyboardEvent) => {
    const step = keys[event.key];
    const cells = [...(box.current?.children ?? [])] as HTMLElement[];
    const at = cells.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    cells[step(at, cells.length - 1)]?.focus();
  };
  return (
    <div class="cells" role="toolbar" aria-label={name} ref={box} onKeyDown={move}>
      {rows.map(({ row, place }, index) => (
        <button
          key={row.use_case_id}
          type="button"
          class={`cell ${ruleTones[row.status]}`}
          title={`${ruleName(row)}: ${stateText(row)}`}
          tabIndex={index === current ? 0 : -1}
          data-entry
          onFocus={() => setCurrent(index)}
          onClick={() => onOpen(row)}
        >
          <Marks row={row} />
          <span>{cellText(place)}</span>
          <span class="vh">
            {" "}
            {ruleName(row)}: {stateText(row)}
          </span>
        </button>
      ))}
    </div>
  );
}

/** The text that distinguishes a cell from the others of its row: `1(a)`, `4, 2nd`. */
function cellText(place: Place | null): string {
  const pins = (place?.pins ?? []).slice(place?.kind === "annex" ? 1 : 0);
  return pins
    .map((pin, index) => {
      if (index === 0) return pin;
      return /^\d+(st|nd|rd|th)$/.test(pin) ? `, ${pin}` : `(${pin})`;
    })
    .join("");
}
