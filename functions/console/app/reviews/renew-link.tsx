import { Confirm } from "../parts/confirm.tsx";
import { useLeaving } from "../parts/shown-once.tsx";
import { call } from "../shell/client.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { LinkToCopy } from "./link-to-copy.tsx";
import { t } from "./texts.ts";

/** Gives a review a new link, which is mailed, or shown once to be forwarded. */
export function RenewLink(props: {
  id: string;
  /** Called with a link to forward; null: the link before it opens nothing now. */
  onLink: (url: string | null) => void;
  onChanged: () => void;
}) {
  const renew = async (deliver: "manual" | "mail") => {
    const outcome = await call("renewReviewLink", { params: { id: props.id }, body: { deliver } });
    if (outcome.kind === "done") {
      props.onLink(deliver === "manual" ? outcome.body.magic_link_url : null);
    }
    return outcome;
  };
  return (needsTwoPeople ? (["mail"] as const) : (["manual", "mail"] as const)).map((deliver) => (
    <Confirm
      key={deliver}
      does={{ ...t.renew, ...t.renewals[deliver] }}
      send={() => renew(deliver)}
      done={props.onChanged}
    />
  ));
}

/** A link that was just made, until the admin has forwarded it; leaving asks first. */
export function NewLink({ url, onForwarded }: { url: string; onForwarded: () => void }) {
  useLeaving(t.leaveQuestion);
  return (
    <div class="note narrow">
      <p>{t.linkLead}</p>
      <LinkToCopy url={url} />
      <button type="button" onClick={onForwarded}>
        {t.forwarded}
      </button>
    </div>
  );
}
