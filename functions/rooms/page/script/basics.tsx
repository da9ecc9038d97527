import type { ComponentChildren } from "preact";
import type { Failure } from "./api.ts";
import { line } from "./format.ts";
import { type ShapeAndWord, shapes } from "./shapes.ts";
import { t } from "./texts.ts";

/** A shape with its word, so that nothing is conveyed by colour alone. */
export const Mark = ({ mark: [shape, word], is }: { mark: ShapeAndWord; is: string }) => (
  <span class={`mark ${is}`}>
    <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={shapes[shape]} />
    </svg>{" "}
    {word}
  </span>
);

/** Heading and text of a failure. */
export function wordsOf(failure: Failure): { heading: string; text: string; more: string } {
  if (failure.kind === "unreachable") return said(t.stopped.unreachable, "");
  const { code, status, detail, requestId, retryAfterS } = failure;
  const id = requestId === "" ? "" : t.request(line(requestId));
  if (status === 429) {
    return said(t.stopped.rate_limited, retryAfterS === null ? "" : t.retryIn(retryAfterS));
  }
  if (code === "invalid_token" || code === "room_closed" || code === "too_many_questions") {
    return said(t.stopped[code], "");
  }
  return said(t.stopped.other, `${line(detail)} ${id}`.trim());
}

const said = ([heading, text]: readonly [string, string], more: string) => ({
  heading,
  text,
  more,
});

/** Whether trying again may help: a link that is not valid, or a closed room, stays so. */
export const mayTryAgain = (failure: Failure): boolean =>
  failure.kind === "unreachable" || !["invalid_token", "room_closed"].includes(failure.code);

/** A failure in the middle of a page. Everything shown before stays. */
export function Trouble({ failure, onAgain }: { failure: Failure; onAgain?: () => void }) {
  const { heading, text, more } = wordsOf(failure);
  return (
    <div class="note trouble" role="alert">
      <p>
        <strong>{heading}.</strong> {text} {more}
      </p>
      {onAgain && mayTryAgain(failure) && (
        <p>
          <button type="button" onClick={onAgain}>
            {t.again}
          </button>
        </p>
      )}
    </div>
  );
}

/** The page's frame. Each of its contents has one h1, which takes the focus. */
export const Frame = ({ children }: { children: ComponentChildren }) => (
  <>
    <header class="masthead">
      <p class="brand">{t.brand}</p>
    </header>
    <main id="main" tabIndex={-1}>
      {children}
    </main>
    <footer class="foot">
      <p>{t.foot}</p>
    </footer>
  </>
);
