import { useState } from "preact/hooks";
import { Time } from "../parts/basics.tsx";
import { download } from "../parts/download.ts";
import { FileField } from "../parts/file-field.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { Pending } from "../parts/trouble.tsx";
import { callForFile, callWithFile, mayChange, PDF } from "../shell/client.ts";
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
              <SaveSigned id={id} sha256={one.sha256} />
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

/** Saves one of them, and tells if only the signature of it could be had. */
function SaveSigned({ id, sha256 }: { id: string; sha256: string }) {
  const [isPart, setPart] = useState(false);
  const name = `countersign-${id}-signed-${sha256.slice(0, 8)}`;
  const save = (file: Blob) => {
    const isWhole = file.type === PDF;
    setPart(!isWhole);
    download(isWhole ? `${name}.pdf` : `${name}-signature-only.part`, file);
  };
  return (
    <>
      <SendButton
        label={t.own.save}
        send={() =>
          callForFile("getSignedCertificate", { params: { id, sha256 } }, [
            PDF,
            "application/octet-stream",
          ])
        }
        done={save}
      />
      <p role="status">{isPart && t.own.part}</p>
    </>
  );
}
