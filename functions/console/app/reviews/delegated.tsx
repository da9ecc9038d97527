import { Link } from "wouter-preact";
import { line } from "../parts/format.ts";
import { type Answer, call, mayChange } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { t } from "./detail-texts.ts";
import { LinkToCopy } from "./link-to-copy.tsx";

type Evidence = Answer<"getEvidence">;

interface Delegate {
  request_id: string;
  display_name: string;
}

/** The person to whom a request was passed on, from the row that ended it; null if it was not. */
export function delegateOf({ audit }: Pick<Evidence, "audit">): Delegate | null {
  const to = audit.map(({ context }) => context["delegated_to"]).find((one) => one !== undefined);
  return (to as Delegate | undefined) ?? null;
}

export const ToDelegate = ({ to }: { to: Delegate }) => (
  <Link href={`/reviews/${to.request_id}`}>{line(to.display_name)}</Link>
);

/** The newest link in a review's rows, which show a link as it was made. */
async function askLink(id: string) {
  const outcome = await call("getReviewAudit", { params: { id }, query: { limit: "200" } });
  if (outcome.kind !== "done") return outcome;
  const links = outcome.body.items.map(({ context }) => context["magic_link_url"]);
  const newest = links
    .filter((one) => typeof one === "string" && !one.startsWith("sha256:"))
    .at(-1);
  return { kind: "done" as const, body: { url: (newest as string | undefined) ?? null } };
}

/** The link of a request that was passed on without mail. Nobody but the admin can forward it. */
export function LinkOfDelegate({ found }: { found: Evidence }) {
  const { id } = found.request;
  // Another row may have made another link.
  const link = useLoad(`link ${id} ${found.audit.length}`, mayChange() ? () => askLink(id) : null);
  const url = link.data?.url ?? null;
  if (url === null) return null;
  return (
    <div class="note narrow">
      <h2>{t.toForward}</h2>
      <p>{t.toForwardHint(line(found.counsel?.display_name))}</p>
      <LinkToCopy url={url} />
    </div>
  );
}
