import { useLayoutEffect, useRef } from "preact/hooks";
import type { Failure } from "../shell/client.ts";
import type { Loaded } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { Copy } from "./basics.tsx";
import { type Fault, fieldId, fieldOf, toldFault } from "./faults.ts";
import { line, told } from "./format.ts";

/** Whether nothing was done: only the service can say so, unless something went wrong inside it. */
const isRefusal = (failure: Failure): boolean =>
  failure.kind === "problem" &&
  (failure.status < 500 || (failure.code !== "" && failure.status !== 500));

/** What went wrong, what was not done, and how to continue. */
export function Trouble({
  failure,
  isWrite = false,
  again,
  nameOf,
}: {
  failure: Failure;
  isWrite?: boolean;
  again?: (() => void) | undefined;
  /** The readable name of a place in a path that is not a field of the page. */
  nameOf?: (path: string) => string | null;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isWrite) box.current?.focus();
  }, [failure, isWrite]);
  return (
    <div class="trouble" role="alert" tabIndex={-1} ref={box}>
      <h2>{isWrite ? (isRefusal(failure) ? t.refused : t.maybeDone) : t.loadFailed}</h2>
      <Words failure={failure} isWrite={isWrite} nameOf={nameOf} />
      {again && (
        <p>
          <button type="button" onClick={again}>
            {t.tryAgain}
          </button>
        </p>
      )}
    </div>
  );
}

function Words({
  failure,
  isWrite,
  nameOf,
}: {
  failure: Failure;
  isWrite: boolean;
  nameOf: ((path: string) => string | null) | undefined;
}) {
  if (failure.kind === "unreachable")
    return <p>{isWrite ? t.unreachableWrite : t.unreachableRead}</p>;
  const { status, detail, errors, requestId } = failure;
  // The gateway in front of the service says no more than the status.
  const fromGateway = { 401: t.signedOut, 413: t.tooLarge }[status] ?? t.gatewayDown;
  const isUncertain = isWrite && !isRefusal(failure);
  const later = isUncertain ? t.unreachableWrite : t.laterHint;
  const hint = status === 409 ? t.conflictHint : status >= 429 ? later : null;
  return (
    <>
      {errors.length === 0 && <p>{detail === "" ? fromGateway : told(detail)}</p>}
      {errors.length > 0 && (
        <>
          <p>{t.fieldErrors}</p>
          <ul>
            {errors.map((fault) => (
              <li key={fault.path + fault.message}>
                <FieldLink fault={fault} words={toldFault(fault, nameOf)} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isWrite && !isUncertain && <p>{t.unchanged}</p>}
      {hint && <p>{hint}</p>}
      {requestId !== "" && (
        <p class="soft">
          {t.requestId} <code>{line(requestId)}</code> <Copy text={requestId} of={t.requestId} />
        </p>
      )}
    </>
  );
}

function FieldLink({ fault: { path }, words }: { fault: Fault; words: string }) {
  const field = path === "" ? null : fieldOf(path);
  const focus = (event: Event) => {
    event.preventDefault();
    field?.focus();
  };
  return field === null ? (
    words
  ) : (
    <a href={`#${fieldId(path)}`} onClick={focus}>
      {words}
    </a>
  );
}

/** Shown while something is loading, after it could not be fetched, or if it is only a beginning. */
export function Pending({ of }: { of: Loaded<unknown> }) {
  if (of.failure !== null) return <Trouble failure={of.failure} again={of.reload} />;
  if (of.data === null) return <p class="soft loading">{t.loading} …</p>;
  return of.isMore ? <p class="note">{t.hasMore}</p> : null;
}
