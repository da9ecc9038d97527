import { useLayoutEffect, useRef } from "preact/hooks";
import { requestAt } from "../parts/addresses.ts";
import { Badge, Facts, LinkButton, Time, Value } from "../parts/basics.tsx";
import { isUnderReview } from "../parts/open-beside.tsx";
import { type Columns, Noted, Table } from "../parts/table.tsx";
import { may } from "../shell/client.ts";
import {
  Approver,
  type Named,
  nothingOpen,
  Reason,
  RuleName,
  requestable,
  Todo,
  useRules,
} from "./blocker.tsx";
import { type Answered, askSigned, type Clearance, type NamedBook } from "./question.ts";
import { SaveSigned } from "./save-signed.tsx";
import { t } from "./texts.ts";

type Blocker = Clearance["blockers"][number];
type Cleared = Clearance["approvals"][number];

/** The answer in words: whether they may ship, and if not, which may not and why. */
export function Verdict({ body, of, rules }: Answered & { rules: NamedBook["rules"] }) {
  const { cleared, framework_id, blockers, approvals, on, rules_hash } = of;
  const all = blockers.length + approvals.length;
  const isLive = body.rules === undefined && on === null;
  const named = { frameworkId: framework_id, rules: useRules(framework_id, rules, isLive) };
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [of]);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1}>
        <Badge tone={cleared ? "good" : "bad"}>
          {cleared ? t.cleared(all) : t.notCleared(blockers.length, all)}
        </Badge>
      </h2>
      <Facts
        rows={[
          on === null ? [t.judgedOn, t.judgedNow] : [t.judgedOn, <Time iso={on} />],
          [t.rulesHash, <Value text={rules_hash} of={t.rulesHash} />],
        ]}
      />
      {blockers.length > 0 && <Blockers rows={blockers} named={named} />}
      {approvals.length > 0 && (
        <details open={blockers.length === 0}>
          <summary>{t.approvals(approvals.length)}</summary>
          <Approvals rows={approvals} named={named} />
        </details>
      )}
      <SaveSigned ask={() => askSigned(body)} name={`clearance-${framework_id}`} />
    </section>
  );
}

function Blockers({ rows, named }: { rows: readonly Blocker[]; named: Named }) {
  const openOn = ({ use_case_id }: Blocker) => ({
    ...nothingOpen,
    ...named.rules.get(use_case_id),
  });
  // Until we know which requests are open, the button would promise too much.
  const isKnown = rows.some(({ use_case_id }) => {
    const rule = named.rules.get(use_case_id);
    return rule !== undefined && "open_review_id" in rule;
  });
  const asked = rows
    .filter((row) => requestable(row) && !isUnderReview(openOn(row)))
    .map(({ use_case_id }) => use_case_id);
  const columns: Columns<Blocker> = [
    [t.columns.rule, (row) => <RuleName of={named} id={row.use_case_id} />],
    [t.columns.why, (row) => <Reason of={row} />],
    [t.columns.todo, (row) => <Todo of={row} open={openOn(row)} />],
    [
      t.columns.approval,
      (row) =>
        row.approved_at === null ? (
          <span class="soft">{t.noApproval}</span>
        ) : (
          <Noted note={row.approved_by && <Approver of={row.approved_by} />}>
            <Time iso={row.approved_at} />
          </Noted>
        ),
    ],
  ];
  return (
    <>
      <h3>{t.blockers}</h3>
      <Table name={t.blockers} columns={columns} rows={rows} keyOf={(row) => row.use_case_id} />
      {isKnown && asked.length > 0 && may("createReview") && (
        <p>
          <LinkButton
            to={requestAt({ framework_id: named.frameworkId, rules: asked.join(",") })}
            label={t.requestAll(asked.length)}
          />
        </p>
      )}
    </>
  );
}

function Approvals({ rows, named }: { rows: readonly Cleared[]; named: Named }) {
  const columns: Columns<Cleared> = [
    [t.columns.rule, (row) => <RuleName of={named} id={row.use_case_id} />],
    [t.columns.by, (row) => <Approver of={row.approved_by} />],
    [t.columns.approved, (row) => <Time iso={row.approved_at} />],
    [t.columns.leaf, (row) => (row.leaf === null ? t.noLeaf : t.leaf(row.leaf.index))],
  ];
  return (
    <Table
      name={t.approvals(rows.length)}
      columns={columns}
      rows={rows}
      keyOf={(row) => row.use_case_id}
    />
  );
}
