import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { dayText } from "#shared/domain/standing/day-text.ts";
import { provenanceTexts } from "#shared/domain/standing/provenance.ts";
import { Chain, chainOf } from "../parts/chain.tsx";
import { SaveBundle, SaveCertificate } from "../parts/save-button.tsx";
import { Pending } from "../parts/trouble.tsx";
import { Checks } from "../reviews/checks.tsx";
import { useCall } from "../shell/load.ts";
import { t } from "./texts.ts";

/** The proof of one decision: its chain as a picture, every check, and the files to hand out. */
export function Proof(props: {
  id: string;
  /** The decision that is proven; the day follows. */
  title: string;
  /** ISO 8601. */
  decidedAt: string;
  isOpen: boolean;
}) {
  const { id, title, decidedAt, isOpen } = props;
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details
      class="proof"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>
        {title} <time dateTime={decidedAt}>{dayText(decidedAt)}</time>
      </summary>
      {wasOpened && <Proven id={id} />}
    </details>
  );
}

function Proven({ id }: { id: string }) {
  const found = useCall("getEvidence", { params: { id } });
  if (found.data === null) return <Pending of={found} />;
  return (
    <>
      {provenanceTexts(found.data).map((text) => (
        <p key={text}>{text}.</p>
      ))}
      <Chain name={t.chain} links={chainOf(found.data)} />
      <div class="row">
        <SaveCertificate id={id} label={t.certificate} />
        <SaveBundle id={id} label={t.bundle} />
        <Link href={`/reviews/${id}`}>{t.review}</Link>
      </div>
      <details>
        <summary>{t.everyCheck}</summary>
        <Checks found={found.data} />
      </details>
    </>
  );
}
