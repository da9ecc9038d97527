import { expiryDays } from "#shared/domain/reviews/limits.ts";
import { daysLeft } from "#shared/domain/reviews/stage.ts";
import { FormOpener } from "../parts/confirm.tsx";
import { Fields } from "../parts/form.tsx";
import { localTime } from "../parts/format.ts";
import { type Answer, call } from "../shell/client.ts";
import { t } from "./texts.ts";

type Request = Answer<"getEvidence">["request"];

/** The usual time, counted from the present end; from now, as the service counts. */
const suggested = ({ expires_at }: Request): number =>
  Math.min(expiryDays.most, daysLeft(new Date().toISOString(), expires_at) + expiryDays.usual);

/** Gives counsel more time for a review that waits for them. */
export const Extend = (props: { request: Request; onChanged: () => void }) => (
  <FormOpener
    label={t.extend.label}
    title={t.extend.question}
    act={t.extend.label}
    initial={{ expiry_days: String(suggested(props.request)) }}
    send={({ expiry_days: days }) => {
      const params = { id: props.request.id };
      return call("extendReview", { params, body: { expiry_days: Number(days) } });
    }}
    done={props.onChanged}
  >
    {(form) => (
      <>
        <p>{t.extend.words(localTime(props.request.expires_at))}</p>
        <Fields form={form} words={t.extend.fields} of={{ expiry_days: { type: "number" } }} />
      </>
    )}
  </FormOpener>
);
