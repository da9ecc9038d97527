import { useRef } from "preact/hooks";
import { call, type Item } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t as shell } from "../shell/texts.ts";
import { t } from "./texts.ts";

type Queued = Item<"listReviews">;
type Status = Queued["status"];

/** How often a value has changed since it was first defined. */
function useChanges(value: string | undefined): number {
  const seen = useRef({ value, changes: 0 });
  if (value !== undefined && value !== seen.current.value) {
    const isFirst = seen.current.value === undefined;
    seen.current = { value, changes: seen.current.changes + (isFirst ? 0 : 1) };
  }
  return seen.current.changes;
}

/** The statuses with their counts, which are reloaded when the list changes. */
export function StatusTabs(props: {
  status: string;
  /** Whether the list is filtered in a way that the counts ignore. Then there are none. */
  isUncounted: boolean;
  frameworkId: string;
  seen: readonly Queued[] | undefined;
  onChoose: (status: string) => void;
}) {
  const changes = useChanges(props.seen?.map(({ id, status }) => id + status).join());
  const query = { framework_id: props.frameworkId };
  const counts = useLoad(
    `counts ${props.frameworkId} ${changes} ${props.isUncounted}`,
    props.isUncounted ? null : () => call("countReviews", { query }),
  );
  const all = counts.data?.counts ?? [];
  const name = (status: Status): string => {
    const found = all.find((one) => one.status === status);
    return `${t.statuses[status]}${found ? ` ${found.count}${found.is_more ? "+" : ""}` : ""}`;
  };
  const entries = [
    ["", shell.all],
    ...(Object.keys(t.statuses) as Status[]).map((status) => [status, name(status)] as const),
  ] as const;
  return (
    <ul class="tabs" aria-label={t.status}>
      {entries.map(([status, label]) => (
        <li key={status}>
          <button
            type="button"
            class="tab"
            {...(status === props.status ? { "aria-current": "true" as const } : {})}
            onClick={() => props.onChoose(status)}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
