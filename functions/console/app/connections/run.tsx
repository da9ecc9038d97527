import { Link } from "wouter-preact";
import { visible } from "#shared/domain/text/text.ts";
import { Badge, Facts, Screen, Time } from "../parts/basics.tsx";
import { line, words } from "../parts/format.ts";
import { reasonText } from "../parts/reasons.ts";
import { Pending } from "../parts/trouble.tsx";
import type { Answer } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { RunBadge } from "./runs.tsx";
import { t } from "./texts.ts";

type Run = Answer<"getDiscoveryRun">;
type Coverage = Run["coverage"];
const FRESH_MS = 2000;

const isOpen = ({ status }: Run): boolean => status === "queued" || status === "running";

/** One run, polled until it has ended; the user can leave and come back. */
export function RunDetail({ id }: { id: string }) {
  const run = useCall("getDiscoveryRun", { params: { run_id: id } }, (known) =>
    known === null || isOpen(known) ? FRESH_MS : 0,
  );
  const found = run.data;
  const connection = useCall("getConnection", found && { params: { id: found.connection_id } });
  const name = connection.data ? line(connection.data.display_name) : null;
  return (
    <Screen title={name === null ? t.runTitle : t.runOf(name)}>
      <Pending of={run} />
      {found && (
        <>
          {isOpen(found) && <progress aria-label={t.runStates[found.status]} />}
          <div role="status">
            <Facts
              rows={[
                [t.runColumns.status, <RunBadge status={found.status} />],
                [t.runColumns.kind, t.runKinds[found.kind]],
                [t.runColumns.trigger, t.triggers[found.trigger]],
                [t.runColumns.started, <Time iso={found.started_at} />],
                [t.runColumns.found, t.systems(found.artifacts_count)],
              ]}
            />
          </div>
          <p>
            <Link href={`/connections/${found.connection_id}?tab=runs`}>{t.runsOfConnection}</Link>
          </p>
          {found.error_jsonb && (
            <RunError error={found.error_jsonb} isFailed={found.status === "failed"} />
          )}
          <h2>{t.coverage}</h2>
          <p class="hint">{t.coverageHint}</p>
          {found.coverage.length === 0 ? (
            <p class="soft">{t.noCoverage}</p>
          ) : (
            <Matrix coverage={found.coverage} />
          )}
        </>
      )}
    </Screen>
  );
}

/** A run's error; a completed run can have one, too. */
function RunError(props: { error: Readonly<Record<string, unknown>>; isFailed: boolean }) {
  const { code, hint } = props.error;
  const known = new Map<unknown, string>(Object.entries(t.errors));
  const said = known.get(code) ?? reasonText(String(code ?? ""));
  return (
    <div class={props.isFailed ? "trouble" : "note"}>
      <h2>{props.isFailed ? t.error : t.remark}</h2>
      <p>{typeof hint === "string" ? visible(hint) : said}</p>
      <details>
        <summary>{t.details}</summary>
        <pre>{visible(JSON.stringify(props.error, null, 2))}</pre>
      </details>
    </div>
  );
}

const worst = ["failed", "partial", "complete"] as const;
const tones = { failed: "bad", partial: "warn", complete: "sound" } as const;

/** Projects as rows, kinds as columns; each cell shows the worst result of its locations. */
function Matrix({ coverage }: { coverage: Coverage }) {
  const kinds = [...new Set(coverage.map(({ kind }) => kind))].sort();
  const projects = [...new Set(coverage.map(({ project }) => project))].sort();
  const cell = (project: string, kind: string) => {
    const items = coverage.filter((one) => one.project === project && one.kind === kind);
    const status = worst.find((state) => items.some((one) => one.status === state));
    if (status === undefined) return "–";
    const why = items.flatMap(({ location, code }) =>
      code ? [`${location}: ${reasonText(code)}`] : [],
    );
    return (
      <span title={line(why.join(", "))}>
        <Badge tone={tones[status]}>{t.coverageStates[status]}</Badge>
        {why.length > 0 && <span class="soft fine"> {line(why.slice(0, 3).join(", "))}</span>}
      </span>
    );
  };
  return (
    <div class="scroll">
      <table class="matrix">
        <caption class="vh">{t.coverage}</caption>
        <thead>
          <tr>
            <th scope="col">{t.project}</th>
            {kinds.map((kind) => (
              <th key={kind} scope="col">
                {words(line(kind))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <tr key={project}>
              <th scope="row">{line(project)}</th>
              {kinds.map((kind) => (
                <td key={kind} data-name={words(line(kind))}>
                  {cell(project, kind)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
