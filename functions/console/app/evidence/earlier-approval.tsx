import { answerSentence } from "#shared/domain/evidence/question/sentence.ts";
import { type Asked, NEWEST, today, type Wording } from "../parts/answer.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { type Answer, call, type Outcome } from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { Proof } from "./proof.tsx";
import { t } from "./texts.ts";

/** How many versions are looked back for an approval. */
const MOST_BACK = 3;

interface Props {
  asked: Asked;
  version: number;
  versions: Answer<"getRule">["versions"];
}

/** Where nobody had approved the wording of the day: who approved the one before it. */
export function EarlierApproval({ asked, version, versions }: Props) {
  const { framework_id, use_case_id } = asked;
  const starts = versions
    .filter((one) => one.version <= version)
    .map(({ created_at }) => created_at)
    .slice(-MOST_BACK);
  const found = useLoad(
    `earlier ${framework_id} ${use_case_id} ${starts.join()}`,
    async (): Promise<Outcome<Wording | null>> => {
      for (const start of starts.toReversed()) {
        // The last instant of the version before.
        const on = new Date(Date.parse(start) - 1).toISOString();
        const outcome = await call("getWording", {
          params: { framework_id },
          query: { use_case_id, on, limit: String(NEWEST) },
        });
        if (outcome.kind === "done" && outcome.body.approvals.length > 0) return outcome;
        if (outcome.kind !== "done") break;
      }
      return { kind: "done", body: null };
    },
  );
  const earlier = found.data;
  const last = earlier?.approvals.at(-1);
  if (!earlier || !last) return null;
  const pieces = answerSentence({ ...earlier, on: earlier.on.slice(0, 10), today: today() });
  return (
    <>
      <p>
        {t.earlier} <Sentence pieces={pieces} />
      </p>
      <Proof
        id={last.review_id}
        name={last.counsel.display_name}
        decidedAt={last.decided_at}
        isOpen={false}
      />
    </>
  );
}
