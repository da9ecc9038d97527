import type { ComponentChildren } from "preact";
import type { Answer } from "../shell/client.ts";
import { Mark, Time, type Tone } from "./basics.tsx";
import { t } from "./chain-texts.ts";
import { told, words } from "./format.ts";

type Evidence = Answer<"getEvidence">;
type Check = Evidence["checks"][number];
type CheckId = Check["id"];

/** One link of the chain: what happened, when, and the result of its checks. */
export interface ChainLink {
  id: string;
  name: string;
  /** ISO 8601 UTC; null while it has not happened. */
  at: string | null;
  tone: Tone;
  /** The checks' result in words; before they run, what they are waiting for. */
  says: ComponentChildren;
}

/** The checks that belong to each link. */
const checksOf = {
  requested: ["audit_chain", "signed_after_counsel_created", "counsel_identity"],
  opened: ["view_before_decision"],
  signed: ["signature", "counsel_key", "key_available"],
  sealed: ["record_seal", "audit_sequence", "document"],
  leaf: ["log"],
  stamp: ["timestamp"],
} as const satisfies Record<string, readonly CheckId[]>;
type LinkId = keyof typeof checksOf;
const linkIds = Object.keys(checksOf) as LinkId[];

/** The tone of each check result. */
export const checkTones: Readonly<Record<Check["result"], Tone>> = {
  pass: "sound",
  pending: "wait",
  unverifiable: "quiet",
  fail: "bad",
};
/** The worst result decides. */
const severity: readonly Check["result"][] = ["fail", "pending", "unverifiable", "pass"];

function worstOf(checks: readonly Check[], id: LinkId): Check | undefined {
  const own = checks.filter((check) => (checksOf[id] as readonly CheckId[]).includes(check.id));
  return severity.flatMap((result) => own.filter((check) => check.result === result))[0];
}

/** A check's detail. Instants are shown as everywhere else, and rows are named by their action. */
export const checkText = ({ detail }: Pick<Check, "detail">): string =>
  told(detail).replace(/\b(?:rule_review|review_panel|counsel)\.([a-z_]+)/g, (_, deed) =>
    words(String(deed)),
  );

/** The result in our words if we have some, otherwise in the service's. */
const saysOf = (id: LinkId, check: Check | undefined): string =>
  t.results[id]?.[check?.result ?? "pending"] ?? (check ? checkText(check) : "");

/**
 * A decided review as the links of its chain: requested, opened, signed, sealed, in the log, time
 * stamped. Each link has the result of its checks.
 */
export function chainOf({
  request,
  checks,
}: Pick<Evidence, "request" | "checks">): readonly ChainLink[] {
  const { created_at, viewed_at, decided_at } = request;
  const at: Readonly<Record<LinkId, string | null>> = {
    requested: created_at,
    opened: viewed_at,
    signed: decided_at,
    sealed: decided_at,
    leaf: null,
    stamp: null,
  };
  return linkIds.map((id) => {
    const check = worstOf(checks, id);
    const result = check?.result ?? "pending";
    return { id, name: t.links[id], at: at[id], tone: checkTones[result], says: saysOf(id, check) };
  });
}

/** Events as a picture: a chain of links, each with its time and the result of its checks. */
export const Chain = ({ name, links }: { name: string; links: readonly ChainLink[] }) => (
  <ol class="chain" aria-label={name}>
    {links.map((link) => (
      <li key={link.id} class={link.tone}>
        <span class="link">
          <Mark tone={link.tone} />
        </span>
        <p>
          <strong>{link.name}</strong>
        </p>
        {link.at !== null && (
          <p class="fine">
            <Time iso={link.at} />
          </p>
        )}
        <p class="soft fine">{link.says}</p>
      </li>
    ))}
  </ol>
);
