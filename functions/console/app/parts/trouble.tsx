import { useLayoutEffect, useRef } from "preact/hooks";
import type { Failure } from "../shell/client.ts";
import type { Loaded } from "../shell/load.ts";
import { t } from "../shell/texts.ts";
import { Copy } from "./basics.tsx";
import { line } from "./format.ts";

/** What went wrong, what was not done, and how to continue. */
export function Trouble({
  failure,
  isWrite = false,
  again,
}: {
  failure: Failure;
  isWrite?: boolean;
  again?: (() => void) | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isWrite) box.current?.focus();
  }, [failure, isWrite]);
  return (
    <div class="trouble" role="alert" tabIndex={-1} ref={box}>
      <h2>{isWrite && failure.kind === "problem" ? t.refused : t.loadFailed}</h2>
      <Words failure={failure} isWrite={isWrite} />
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

function Words({ failure, isWrite }: { failure: Failure; isWrite: boolean }) {
  if (failure.kind === "unreachable")
    return <p>{isWrite ? t.unreachableWrite : t.unreachableRead}</p>;
  const { status, detail, errors, requestId } = failure;
  const hint = status === 409 ? t.conflictHint : status >= 429 ? t.laterHint : null;
  return (
    <>
      <p>{detail === "" ? t.gatewayDown : line(detail)}</p>
      {errors.length > 0 && (
        <>
          <p>{t.fieldErrors}</p>
          <ul>
            {errors.map(({ path, message }) => (
              <li key={path + message}>
                <FieldLink path={path} message={message} />
              </li>
            ))}
          </ul>
        </>
      )}
      {isWrite && <p>{t.unchanged}</p>}
      {hint && <p>{hint}</p>}
      {requestId !== "" && (
        <p class="soft">
          {t.requestId} <code>{line(requestId)}</code> <Copy text={requestId} of={t.requestId} />
        </p>
      )}
    </>
  );
}

/** The element id of the field that an error's path names. */
export const fieldId = (path: string): string => `field-${path.replaceAll(".", "-")}`;

function FieldLink({ path, message }: { path: string; message: string }) {
  const text = path === "" ? message : `${path}: ${message}`;
  const focus = (event: Event) => {
    const field = document.getElementById(fieldId(path));
    if (field === null) return;
    event.preventDefault();
    field.focus();
  };
  return path === "" ? (
    line(text)
  ) : (
    <a href={`#${fieldId(path)}`} onClick={focus}>
      {line(text)}
    </a>
  );
}

/** Shown while something is loading or after it could not be fetched. */
export function Pending({ of }: { of: Loaded<unknown> }) {
  if (of.failure !== null) return <Trouble failure={of.failure} again={of.reload} />;
  return of.data === null ? <p class="soft loading">{t.loading} …</p> : null;
}
