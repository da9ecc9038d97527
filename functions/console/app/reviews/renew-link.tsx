import { useState } from "preact/hooks";
import { Copy } from "../parts/basics.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { call } from "../shell/client.ts";
import { t } from "./texts.ts";

/** Gives a review a new link, shown once to forward, or mailed. */
export function RenewLink({ id, onChanged }: { id: string; onChanged: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const renew = async (deliver: "manual" | "mail") => {
    const outcome = await call("renewReviewLink", { params: { id }, body: { deliver } });
    if (outcome.kind === "done" && deliver === "manual") setUrl(outcome.body.magic_link_url);
    return outcome;
  };
  return (
    <>
      {url !== null && (
        <p class="row">
          <input aria-label={t.linkLabel} readOnly value={url} />
          <Copy text={url} label={t.copyLink} of={t.linkLabel} />
        </p>
      )}
      {(["manual", "mail"] as const).map((deliver) => (
        <Confirm
          key={deliver}
          label={deliver === "mail" ? t.renewMail : t.renew}
          question={t.renewQuestion}
          act={deliver === "mail" ? t.renewMail : t.renewManual}
          send={() => renew(deliver)}
          done={onChanged}
        >
          <p>{t.renewWords}</p>
        </Confirm>
      ))}
    </>
  );
}
