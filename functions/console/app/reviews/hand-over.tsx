import { useEffect } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Copy, Screen } from "../parts/basics.tsx";
import { line, localDate } from "../parts/format.ts";
import type { Answer } from "../shell/client.ts";
import { leaving } from "../shell/navigation.ts";
import { qrCode } from "./qr.ts";
import { t } from "./texts.ts";

/** The one-time link: copied, mailed or scanned; leaving asks whether it was forwarded. */
export function Link({
  review,
  counselName,
  email,
  book,
}: {
  review: Answer<"createReview">;
  counselName: string;
  email: string;
  book: string;
}) {
  const [, go] = useLocation();
  const { magic_link_url: link, id } = review;
  useEffect(() => {
    leaving.value = { question: t.leaveQuestion };
    return () => {
      leaving.value = null;
    };
  }, []);
  const done = () => {
    leaving.value = null;
    go(`/reviews/${id}`);
  };
  const mail = new URLSearchParams({
    subject: t.mailSubject(book),
    body: t.mailBody(
      counselName,
      book,
      review.rule_use_case_ids.length,
      localDate(review.expires_at),
      link,
    ),
  });
  // RFC 6068: a space is %20, never a plus.
  const draft = `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll("+", "%20")}`;
  return (
    <Screen title={t.linkTitle} lead={t.linkLead}>
      <div class="field narrow">
        <label for="link">
          {t.linkLabel}: {line(counselName)}
        </label>
        <input
          id="link"
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div class="row">
        <Copy text={link} label={t.copyLink} of={t.linkLabel} />
        <a class="button" href={draft}>
          {t.mail}
        </a>
      </div>
      <p class="hint">{t.qrHint}</p>
      <QrCode text={link} />
      <div class="actions">
        <button type="button" class="primary" onClick={done}>
          {t.forwarded}
        </button>
      </div>
    </Screen>
  );
}

const QUIET = 4;

function QrCode({ text }: { text: string }) {
  const matrix = qrCode(text);
  if (matrix === null) return <p class="soft">{t.qrTooLong}</p>;
  const size = matrix.length + 2 * QUIET;
  const path = matrix
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t.qrName}
      shape-rendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
