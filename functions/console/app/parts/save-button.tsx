import { callForFile, callForText, type Outcome } from "../shell/client.ts";
import { download } from "./download.ts";
import { SendButton } from "./send-button.tsx";

/** A button that saves a file from the service. */
export const SaveButton = (props: {
  label: string;
  class?: string;
  name: string;
  ask: () => Promise<Outcome<string | Blob>>;
}) => <SendButton {...props} send={props.ask} done={(content) => download(props.name, content)} />;

interface OfReview {
  id: string;
  label: string;
  class?: string;
}

/** Saves a request's certificate, a file that carries its own evidence. */
export const SaveCertificate = (props: OfReview) => (
  <SaveButton
    {...props}
    name={`countersign-${props.id}.pdf`}
    ask={() => callForFile("getCertificate", { params: { id: props.id } })}
  />
);

/** Saves a request's bundle. */
export const SaveBundle = (props: OfReview) => (
  <SaveButton
    {...props}
    name={`countersign-${props.id}.json`}
    ask={() => callForText("getBundle", { params: { id: props.id } })}
  />
);
