import { useState } from "preact/hooks";
import { Time } from "../parts/basics.tsx";
import { FileField } from "../parts/file-field.tsx";
import { SaveButton } from "../parts/save-button.tsx";
import { useSending } from "../parts/sending.ts";
import { Pending, Trouble } from "../parts/trouble.tsx";
import { callForPdf, callWithFile } from "../shell/client.ts";
import { useCall } from "../shell/load.ts";
import { t } from "./certificate-texts.ts";

/** Beside the certificate: those that came back with the law firm's own signature, and one more. */
export function OwnSignature({ id }: { id: string }) {
  const known = useCall("listSignedCertificates", { params: { id } });
  const sending = useSending();
  const [file, setFile] = useState<File | null>(null);
  const handIn = () =>
    file &&
    sending.submit(
      () => callWithFile("putSignedCertificate", { params: { id } }, file),
      () => known.reload(),
    );
  return (
    <section class="on-screen">
      <h2>{t.own.heading}</h2>
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
      {sending.failure && <Trouble failure={sending.failure} />}
      <FileField
        id="signed-certificate"
        label={t.own.label}
        hint={t.own.hint}
        accept="application/pdf,.pdf"
        onChoose={setFile}
      />
      <p>
        <button type="button" disabled={file === null || sending.isBusy} onClick={handIn}>
          {t.own.act}
        </button>
      </p>
    </section>
  );
}
