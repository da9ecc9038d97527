import { useState } from "preact/hooks";
import { Time } from "../parts/basics.tsx";
import { FileField } from "../parts/file-field.tsx";
import { SaveButton } from "../parts/save-button.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { Pending } from "../parts/trouble.tsx";
import { callForPdf, callWithFile, mayChange } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./detail-texts.ts";

/** The certificates that came back with the law firm's own signature, asked for when it is opened. */
export function OwnSignature({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t.own.heading}</summary>
      {isOpen && <Signed id={id} />}
    </details>
  );
}

function Signed({ id }: { id: string }) {
  const known = useCall("listSignedCertificates", { params: { id } });
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <p>{t.own.words}</p>
      <Pending of={known} />
      {known.data && known.data.items.length > 0 && (
        <ul>
          {known.data.items.map((one) => (
            <li key={one.sha256}>
              <Time iso={one.received_at} /> · {t.own.by[one.by]} · <code>{one.sha256}</code>{" "}
              <SaveButton
                label={t.own.save}
                name={`countersign-${id}-signed-${one.sha256.slice(0, 8)}.pdf`}
                ask={() =>
                  callForPdf("getSignedCertificate", { params: { id, sha256: one.sha256 } })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {mayChange() && (
        <FileField
          id="signed-certificate"
          label={t.own.label}
          hint={t.own.hint}
          accept="application/pdf,.pdf"
          onChoose={setFile}
        />
      )}
      {file && (
        <p>
          <SendButton
            label={t.own.act}
            isWrite
            send={() => callWithFile("putSignedCertificate", { params: { id } }, file)}
            done={known.reload}
          />
        </p>
      )}
    </>
  );
}
