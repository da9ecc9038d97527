import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Dialog } from "../parts/confirm.tsx";
import { line } from "../parts/format.ts";
import { may } from "../shell/client.ts";
import { unawaited } from "../shell/unawaited.ts";
import { askService, fitting } from "./find.ts";
import type { Found, Group, Hit } from "./hits.ts";
import { readLists } from "./lists.ts";
import { placesToFind } from "./places.ts";
import { t } from "./texts.ts";

const PAUSE_MS = 200;
const MAX_TYPED = 200;

/**
 * Search over everything the signed-in user may see: a combobox in a dialog.
 * @param typed the text that was typed before the search had loaded
 */
export function SearchEverything({ onClose, typed }: { onClose: () => void; typed: string }) {
  const [, go] = useLocation();
  const [text, setText] = useState(typed);
  const { found, isBusy } = useFound(text);
  const asked = text.trim();
  const groups = withQuestion(asked, found);
  const hits = groups.flatMap((group) => group.hits ?? []);
  const [active, setActive] = useState<string | null>(null);
  const chosen = hits.find(({ to }) => to === active) ?? hits[0];
  const open = ({ to }: Hit) => {
    onClose();
    if (to.startsWith("/docs/")) window.open(to, "_blank", "noopener");
    else go(to);
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) {
      if (event.key === "Enter" && chosen) {
        event.preventDefault();
        open(chosen);
      }
      return;
    }
    event.preventDefault();
    const at = hits.findIndex(({ to }) => to === chosen?.to);
    setActive(hits[(at + step + hits.length) % hits.length]?.to ?? null);
  };
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div class="everything">
        <label for="everything">{t.label}</label>
        <input
          id="everything"
          type="text"
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-autocomplete="list"
          aria-describedby="everything-keys"
          {...(hits.length > 0 ? { "aria-controls": "everything-list" } : {})}
          {...(chosen ? { "aria-activedescendant": idOf(chosen) } : {})}
          autoComplete="off"
          spellcheck={false}
          maxLength={MAX_TYPED}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setActive(null);
          }}
          onKeyDown={onKey}
        />
        <Said asked={asked} found={found} isBusy={isBusy} count={hits.length} />
        <Options groups={groups} chosen={chosen} onChoose={open} onPoint={setActive} />
        <p class="hint" id="everything-keys">
          {t.keys} {may("searchRules") ? t.platform : t.tenant}
        </p>
      </div>
    </Dialog>
  );
}

const idOf = ({ to }: Hit): string => `hit-${to.replace(/[^\w-]/g, "-")}`;

/** The groups about which Evidence can answer a question. */
const answerable: readonly Group[] = ["rules", "counsel"];

/** What was found; without words, every screen. Evidence's question comes last, if it has an answer. */
function withQuestion(asked: string, found: readonly Found[]): readonly Found[] {
  if (asked === "") {
    const hits = placesToFind().map(({ hit }) => hit);
    return [
      {
        group: "screens",
        hits: hits.filter(({ group }) => group === "screens"),
        further: 0,
        rank: 0,
      },
    ];
  }
  const isAnswerable = found.some(
    ({ group, hits }) => answerable.includes(group) && (hits?.length ?? 0) > 0,
  );
  if (!isAnswerable || !may("searchRules")) return found;
  const to = `/evidence?${new URLSearchParams({ q: asked })}`;
  const question: Hit = { group: "evidence", to, title: t.askEvidence(line(asked)), more: "" };
  return [...found, { group: "evidence", hits: [question], further: 0, rank: 0 }];
}

/** The order of groups that match equally well. */
const order = Object.keys(t.groups) as Group[];

/** The results for a text, requested a moment after typing. Sources answer one by one. */
function useFound(text: string): { found: readonly Found[]; isBusy: boolean } {
  const lists = useRef<ReturnType<typeof readLists> | null>(null);
  lists.current ??= readLists();
  const [state, setState] = useState<{ of: string; found: readonly Found[]; isBusy: boolean }>({
    of: "",
    found: [],
    isBusy: false,
  });
  const asked = text.trim();
  useEffect(() => {
    if (asked === "") return setState({ of: "", found: [], isBusy: false });
    let isCurrent = true;
    const ask = async () => {
      const sources = [
        Promise.all(lists.current ?? []).then((read) =>
          fitting([...placesToFind(), ...read.flatMap((list) => list ?? [])], asked),
        ),
        ...askService(asked).map(async (one) => [await one]),
      ];
      let left = sources.length;
      for (const source of sources) {
        unawaited(
          source.then((more) => {
            left -= 1;
            if (!isCurrent) return;
            setState((before) => ({
              of: asked,
              found: inOrder([...(before.of === asked ? before.found : []), ...more]),
              isBusy: left > 0,
            }));
          }),
        );
      }
    };
    setState((before) => ({ ...before, isBusy: true }));
    const timer = setTimeout(() => unawaited(ask()), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked]);
  // Results for other words are not offered.
  return state.of === asked ? state : { found: [], isBusy: asked !== "" };
}

const inOrder = (found: readonly Found[]): Found[] =>
  found.toSorted((a, b) => a.rank - b.rank || order.indexOf(a.group) - order.indexOf(b.group));

function Said(props: { asked: string; found: readonly Found[]; isBusy: boolean; count: number }) {
  const failed = props.found
    .filter(({ hits }) => hits === null)
    .map(({ group }) => t.groups[group]);
  const result = props.count === 0 ? t.nothing(line(props.asked)) : t.count(props.count);
  return (
    <p class="fine" role="status">
      {props.isBusy ? `${t.searching} …` : result}
      {failed.length > 0 && ` ${t.failed(failed.join(", "))}`}
    </p>
  );
}

function Options(props: {
  groups: readonly Found[];
  chosen: Hit | undefined;
  onChoose: (hit: Hit) => void;
  onPoint: (to: string) => void;
}) {
  const { groups, chosen, onChoose, onPoint } = props;
  const shown = groups.filter(({ hits }) => hits !== null && hits.length > 0);
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => active.current?.scrollIntoView({ block: "nearest" }), [chosen?.to]);
  if (shown.length === 0) return null;
  return (
    <div id="everything-list" role="listbox" aria-label={t.results} class="options">
      {shown.map(({ group, hits, further }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={group} role="group" aria-labelledby={`group-${group}`}>
          <p id={`group-${group}`} role="presentation" class="soft fine">
            {t.groups[group]}
            {further > 0 && `, ${t.more(further)}`}
          </p>
          {hits?.map((hit) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and the keys
            <div
              key={hit.to}
              id={idOf(hit)}
              role="option"
              tabIndex={-1}
              aria-selected={hit.to === chosen?.to}
              ref={hit.to === chosen?.to ? active : null}
              onClick={() => onChoose(hit)}
              onPointerMove={({ movementX, movementY }) => {
                // A pointer at rest where results appear does not choose one of them.
                if (movementX !== 0 || movementY !== 0) onPoint(hit.to);
              }}
            >
              {hit.title}
              {hit.more !== "" && <span class="soft fine"> {hit.more}</span>}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
