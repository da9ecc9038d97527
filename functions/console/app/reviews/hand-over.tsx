import { useLocation } from "wouter-preact";
import { instantText } from "#shared/domain/standing/day-text.ts";
import { Copy, Screen } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { QrCode } from "../parts/qr-code.tsx";
import { ToTake, useLeaving } from "../parts/shown-once.tsx";
import { Trouble } from "../parts/trouble.tsx";
import type { Answer, Failure } from "../shell/client.ts";
import { leaving } from "../shell/navigation.ts";
import { isLocal } from "../shell/provider.ts";
import { t } from "./texts.ts";

/** A review that was just requested, with its link. */
export type Requested = Answer<"createReview">;

/** The reviews requested for one book, and the counsel they went to. */
export interface Part {
  reviews: readonly Requested[];
  /** The articles of the rules, if the form knows them. */
  articles: readonly string[];
  counselName: string;
  email: string;
  book: string;
}

/** The one-time links, to copy, mail or scan; leaving asks whether they were forwarded. */
export function HandOver(props: {
  parts: readonly Part[];
  failed: readonly { book: string; failure: Failure }[];
  /** The platform mails the links, so nothing has to be forwarded. */
  isMailed: boolean;
}) {
  const { parts, failed, isMailed } = props;
  const reviews = parts.flatMap((part) => part.reviews);
  const [, go] = useLocation();
  const [first] = reviews;
  useLeaving(isMailed ? null : t.leaveQuestion);
  const done = () => {
    leaving.value = null;
    go(reviews.length === 1 ? `/reviews/${first?.id}` : "/reviews?status=pending");
  };
  const byHand = t.linkTitle(reviews.length);
  const title = isMailed ? t.mailedTitle : byHand;
  const mailed = first?.magic_link_url === null ? t.deliverAlone : t.mailedLead;
  return (
    <Screen title={title} lead={isMailed ? mailed : t.linkLead}>
      {failed.map(({ book, failure }) => (
        <section key={book}>
          <p>
            <strong>{t.twinFailed(line(book))}</strong>
          </p>
          <Trouble failure={failure} isWrite />
        </section>
      ))}
      {parts.flatMap((part) =>
        part.reviews.map(
          ({ id, magic_link_url: url }) =>
            url !== null && (
              <OneLink
                key={id}
                id={id}
                url={url}
                name={`${t.linkLabel}${t.linkOf(reviews.findIndex((one) => one.id === id) + 1, reviews.length)}`}
                counselName={part.counselName}
              />
            ),
        ),
      )}
      <div class="actions">
        {(isMailed ? [] : parts).map((part) => (
          <a key={part.reviews[0]?.id} class="button" href={mailDraft(part)}>
            {parts.length === 1 ? t.mail : `${t.mail}: ${line(part.counselName)}`}
          </a>
        ))}
        <button type="button" class="primary" onClick={done}>
          {isMailed ? t.mailedDone : t.forwarded}
        </button>
      </div>
    </Screen>
  );
}

function mailDraft({ reviews, articles, counselName, email, book }: Part): string {
  const rules = reviews.reduce((n, { rule_use_case_ids }) => n + rule_use_case_ids.length, 0);
  const links = reviews.flatMap(({ magic_link_url }) => magic_link_url ?? []);
  const mayPassOn = reviews.some(({ may_delegate }) => may_delegate === true);
  const until = instantText(reviews[0]?.expires_at ?? "");
  const mail = new URLSearchParams({
    subject: t.mailSubject(book),
    body: t.mailBody(
      counselName,
      book,
      rules,
      articles.map(line).join(", "),
      until,
      links,
      mayPassOn,
    ),
  });
  // RFC 6068: a space is encoded as %20, never as a plus sign.
  return `mailto:${encodeURIComponent(email)}?${mail.toString().replaceAll("+", "%20")}`;
}

function OneLink(props: { id: string; url: string; name: string; counselName: string }) {
  return (
    <section class="narrow">
      <ToTake
        id={`link-${props.id}`}
        label={`${props.name}: ${line(props.counselName)}`}
        value={props.url}
      />
      <div class="row">
        <Copy text={props.url} label={t.copyLink} of={props.name} />
        {isLocal && (
          <a class="button small" href={props.url} target="_blank" rel="noreferrer noopener">
            {t.openLocally}
          </a>
        )}
        <span class="hint">{t.qrHint}</span>
      </div>
      <QrCode text={props.url} name={t.qrName} />
    </section>
  );
}
