import { Badge, type Tone } from "../parts/basics.tsx";
import { Chain, chainOf } from "../parts/chain.tsx";
import type { Answer } from "../shell/client.ts";
import { Checks } from "./checks.tsx";
import { CounselKeys } from "./counsel-keys.tsx";
import { t } from "./detail-texts.ts";

type Evidence = Answer<"getEvidence">;
type Result = Evidence["checks"][number]["result"];

/** Whether a check concerns authenticity: all do, but the one for changes of the text since. */
const isOfRecord = ({ id }: Evidence["checks"][number]): boolean => id !== "content_current";

/** Whether the decision is as counsel made it: its chain, and every check, folded. */
export function Authentic({ found }: { found: Evidence }) {
  const checks = found.checks.filter(isOfRecord);
  const count = (wanted: Result): number => checks.filter(({ result }) => result === wanted).length;
  const [passed, failed] = [count("pass"), count("fail")];
  const [pending, unverifiable] = [count("pending"), count("unverifiable")];
  const says = [
    passed === checks.length ? t.passed(passed) : t.passedOf(passed, checks.length),
    ...(failed > 0 ? [t.failed(failed)] : []),
    ...(pending > 0 ? [t.notYet(pending)] : []),
    ...(unverifiable > 0 ? [t.notCheckable(unverifiable)] : []),
  ].join(", ");
  const tone: Tone = failed > 0 ? "bad" : "sound";
  return (
    <section>
      <h2>{t.authentic}</h2>
      <p>
        <Badge tone={tone}>{says}.</Badge>
      </p>
      <Chain name={t.chain} links={chainOf(found)} />
      <details open={failed > 0}>
        <summary>{t.oneByOne}</summary>
        <Checks found={{ ...found, checks }} />
        <CounselKeys found={found} />
      </details>
    </section>
  );
}
