import { visible } from "#shared/domain/text/text.ts";
import { Copy, Scrolled } from "../parts/basics.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { useCall } from "../shell/load.ts";
import { t } from "./texts.ts";

interface Step {
  title: string;
  text: string;
  template?: { content: string } | null | undefined;
}

/** Steps on the customer's side, each with the text to copy. */
export const Steps = ({ of }: { of: readonly Step[] }) => (
  <ol class="steps">
    {of.map(({ title, text, template }) => (
      <li key={title}>
        <h3>{line(title)}</h3>
        <p>{visible(text)}</p>
        {template && (
          <>
            <Copy text={template.content} of={`${t.template}: ${title}`} />
            <Scrolled name={`${t.template}: ${line(title)}`}>{visible(template.content)}</Scrolled>
          </>
        )}
      </li>
    ))}
  </ol>
);

/** Instructions for the customer's side of a connection, with its values filled in. */
export function Onboarding({ id }: { id: string }) {
  const onboarding = useCall("getConnectionOnboarding", { params: { id } });
  const steps = onboarding.data?.steps ?? [];
  return (
    <section>
      <h2>{t.onboardingSteps}</h2>
      <Pending of={onboarding} />
      {onboarding.data && steps.length === 0 && <p>{t.noOnboarding}</p>}
      <Steps of={steps} />
    </section>
  );
}
