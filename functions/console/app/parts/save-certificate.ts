import { callForFile, type Failure } from "../shell/client.ts";
import { download } from "./download.ts";

/** Saves a request's certificate, a file that carries its own evidence; null: it worked. */
export async function saveCertificate(id: string): Promise<Failure | null> {
  const outcome = await callForFile("getCertificate", "application/pdf", { params: { id } });
  if (outcome.kind !== "done") return outcome;
  download(`countersign-${id}.pdf`, "application/pdf", outcome.body);
  return null;
}
