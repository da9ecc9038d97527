import { useState } from "preact/hooks";
import { Confirm } from "../parts/confirm.tsx";
import { useLeaving } from "../parts/shown-once.tsx";
import { call } from "../shell/client.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { LinkToCopy } from "./link-to-copy.tsx";
import { t } from "./texts.ts";

/** Gives a review a new link, which is mailed, or shown once to be forwarded. */
export function RenewLink({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const renew = async (deliver: "manual" | "mail") => {
    const outcome = await call("renewReviewLink", { params: { id }, body: { deliver } });
    if (outcome.kind === "done") {
      // The link before it opens nothing now.
      setUrl(deliver === "manual" ? outcome.body.magic_link_url : null);
    }
    return outcome;
  };
  return (
    <>
      {url !== null && <NewLink url={url} onForwarded={() => setUrl(null)} />}
      {(needsTwoPeople ? (["mail"] as const) : (["manual", "mail"] as const)).map((deliver) => (
        <Confirm
          key={deliver}
          does={{ ...t.renew, ...t.renewals[deliver] }}
          send={() => renew(deliver)}
          done={onChanged}
        />
      ))}
    </>
  );
}

function NewLink({ url, onForwarded }: { url: string; onForwarded: () => void }) {
  useLeaving(t.leaveQuestion);
  return (
    <div>
      <p>{t.linkLead}</p>
      <LinkToCopy url={url} />
      <button type="button" onClick={onForwarded}>
        {t.forwarded}
      </button>
    </div>
  );
}
