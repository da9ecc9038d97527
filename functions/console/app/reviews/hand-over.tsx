import { useEffect } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Copy, Screen } from "../parts/basics.tsx";
import { line, localDate } from "../parts/format.ts";
import type { Answer } from "../shell/client.ts";
import { leaving } from "../shell/navigation.ts";
import { isLocal } from "../shell/provider.ts";
import { qrCode } from "./qr.ts";
import { t } from "./texts.ts";

/** A review that was just requested, with its link. */
export type Requested = Answer<"createReview">;

interface Props {
  reviews: readonly Requested[];
  counselName: string;
  email: string;
  book: string;
}

/** The one-time links, to copy, mail or scan; leaving asks whether they were forwarded. */
export function HandOver({ reviews, counselName, email, book }: Props) {
  const [, go] = useLocation();
  const [first] = reviews;
  useEffect(() => {
    leaving.value = { question: t.leaveQuestion };
    return () => {
      leaving.value = null;
    };
  }, []);
  const done = () => {
    leaving.value = null;
    go(reviews.length === 1 ? `/reviews/${first?.id}` : "/reviews?status=pending");
  };
  const title = reviews.length === 1 ? t.linkTitle : t.linksTitle(reviews.length);
  return (
    <Screen title={title} lead={t.linkLead}>
      {reviews.map(({ id, magic_link_url }, index) => (
        <OneLink
          key={id}
          id={id}
          url={magic_link_url}
          name={`${t.linkLabel}${t.linkOf(index + 1, reviews.length)}`}
          counselName={counselName}
        />
      ))}
      <div class="actions">
        <a class="button" href={mailDraft({ reviews, counselName, email, book })}>
          {t.mail}
        </a>
        <button type="button" class="primary" onClick={done}>
          {t.forwarded}
        </button>
      </div>
    </Screen>
  );
}

function mailDraft({ reviews, counselName, email, book }: Props): string {
  const rules = reviews.reduce((n, { rule_use_case_ids }) => n + rule_use_case_ids.length, 0);
  const links = reviews.map(({ magic_link_url }) => magic_link_url);
  const until = localDate(reviews[0]?.expires_at ?? "");
  const mail = new URLSearchParams({
    subject: t.mailSubject(book),
    body: t.mailBody(counselName, book, rules, until, links),
  });
  // RFC 6068: a space is encoded as %20, never as a plus sign.
  return `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll("+", "%20")}`;
}

function OneLink(props: { id: string; url: string; name: string; counselName: string }) {
  const id = `link-${props.id}`;
  return (
    <section class="narrow">
      <div class="field">
        <label for={id}>
          {props.name}: {line(props.counselName)}
        </label>
        <input
          id={id}
          readOnly
          value={props.url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <div class="row">
        <Copy text={props.url} label={t.copyLink} of={props.name} />
        {isLocal && (
          <a class="button small" href={props.url} target="_blank" rel="noreferrer noopener">
            {t.openLocally}
          </a>
        )}
        <span class="hint">{t.qrHint}</span>
      </div>
      <QrCode text={props.url} />
    </section>
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
