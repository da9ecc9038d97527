import { callForFile, callForText } from "../shell/client.ts";
import { download } from "./download.ts";
import type { Sending } from "./sending.ts";

/** Saves a request's certificate, a file that carries its own evidence. */
export const saveCertificate = ({ submit }: Sending, id: string): Promise<void> =>
  submit(
    () => callForFile("getCertificate", "application/pdf", { params: { id } }),
    (file) => download(`countersign-${id}.pdf`, "application/pdf", file),
  );

/** Saves a request's bundle. */
export const saveBundle = ({ submit }: Sending, id: string): Promise<void> =>
  submit(
    () => callForText("getBundle", { params: { id } }),
    (text) => download(`countersign-${id}.json`, "application/json", text),
  );
