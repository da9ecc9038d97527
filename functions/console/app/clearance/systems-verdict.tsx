import { useLayoutEffect, useRef } from "preact/hooks";
import { Link } from "wouter-preact";
import { Badge, Facts, Time } from "../parts/basics.tsx";
import { classNames, classTones, decisionStates } from "../parts/classes.ts";
import { line, titled, words } from "../parts/format.ts";
import { ruleWords } from "../parts/rule-words.ts";
import { type Columns, Entry, Table } from "../parts/table.tsx";
import { SaveSigned } from "./save-signed.tsx";
import { type AnsweredSystems, askAboutSigned, type SystemsVerdict } from "./systems-question.ts";
import { t } from "./texts.ts";

type System = SystemsVerdict["systems"][number];
type Blocker = SystemsVerdict["blockers"][number];

/** The answer in words: whether it may go out, and if not, what prevents it. */
export function SystemsAnswer({ body, of }: AnsweredSystems) {
  const { cleared, repository, run, systems, blockers } = of;
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [of]);
  const names = new Map(systems.map(({ artifact_id, name }) => [artifact_id, name]));
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        <Badge tone={cleared ? "good" : "bad"}>
          {cleared ? t.mayGoOut : t.mayNotGoOut(blockers.length)}
        </Badge>
      </h2>
      <Facts
        rows={[
          repository !== null && [t.repository, line(repository.full_name)],
          "artifact_ids" in body
            ? false
            : [t.listing, run === null ? t.noListing : t.listings[run.kind]],
          run?.commit != null && [t.fields.commit[0], <code>{run.commit}</code>],
          run !== null && [t.listedAt, <Time iso={run.finished_at} isRelative />],
        ]}
      />
      {blockers.length > 0 && <Blockers rows={blockers} names={names} />}
      {run !== null && systems.length === 0 && <p class="soft">{t.noSystems}</p>}
      {systems.length > 0 && <Systems rows={systems} />}
      <SaveSigned
        ask={() => askAboutSigned(body)}
        name={`clearance-${repository?.id ?? "systems"}`}
      />
    </section>
  );
}

function Blockers({
  rows,
  names,
}: {
  rows: readonly Blocker[];
  names: ReadonlyMap<string | null, string>;
}) {
  const columns: Columns<Blocker> = [
    [
      t.systemColumns.system,
      ({ artifact_id, reason }) =>
        artifact_id === null ? (
          ofRepository.has(reason) ? (
            t.wholeRepository
          ) : (
            t.newSystem
          )
        ) : (
          <Link href={`/inventory/${artifact_id}`}>
            {line(names.get(artifact_id) ?? artifact_id)}
          </Link>
        ),
    ],
    [
      t.columns.why,
      ({ reason, detail }) => (
        <>
          <Badge tone="bad">{t.systemReasons[reason].name}</Badge>
          <p class="fine">{line(detail)}</p>
        </>
      ),
    ],
    [t.columns.todo, ({ reason }) => t.systemReasons[reason].todo],
  ];
  return (
    <>
      <h3>{t.blockers}</h3>
      <Table
        name={t.blockers}
        columns={columns}
        rows={rows}
        keyOf={({ artifact_id, detail }) => `${artifact_id}${detail}`}
      />
    </>
  );
}

/** Reasons that concern the repository as a whole. */
const ofRepository: ReadonlySet<Blocker["reason"]> = new Set(["not_connected", "not_scanned"]);

function Systems({ rows }: { rows: readonly System[] }) {
  const columns: Columns<System> = [
    [
      t.systemColumns.system,
      ({ artifact_id, name, kind }) =>
        artifact_id === null ? (
          <>
            {line(name)}
            <p class="soft fine">{titled(words(line(kind)))}</p>
          </>
        ) : (
          <Entry to={`/inventory/${artifact_id}`} note={titled(words(line(kind)))}>
            {line(name)}
          </Entry>
        ),
    ],
    [
      t.systemColumns.class,
      ({ class: known }) =>
        known === null ? (
          <Badge tone="quiet">{t.unclassified}</Badge>
        ) : (
          <Badge tone={classTones[known]}>{classNames[known]}</Badge>
        ),
    ],
    [
      t.systemColumns.confirmed,
      ({ state, confirmed_at }) =>
        confirmed_at === null ? (
          <span class="soft">{state === null ? t.notConfirmed : decisionStates[state]}</span>
        ) : (
          <Time iso={confirmed_at} />
        ),
    ],
    [t.systemColumns.rules, ({ rules }) => <RulesOf of={rules} />],
  ];
  return (
    <>
      <h3>{t.systems(rows.length)}</h3>
      <Table
        name={t.systems(rows.length)}
        columns={columns}
        rows={rows}
        keyOf={({ artifact_id, name, kind }) => artifact_id ?? `${kind} ${name}`}
      />
    </>
  );
}

/** The rules that determine a system's class, each with whether it may ship. */
const RulesOf = ({ of }: { of: System["rules"] }) =>
  of.length === 0 ? (
    <span class="soft">{t.noRulesOfSystem}</span>
  ) : (
    <ul>
      {of.map(({ framework_id, use_case_id, cleared, reason }) => (
        <li key={`${framework_id} ${use_case_id}`}>
          {ruleWords(use_case_id)}:{" "}
          {reason === null ? t.ruleState(cleared) : t.reasons[reason].name}
        </li>
      ))}
    </ul>
  );
