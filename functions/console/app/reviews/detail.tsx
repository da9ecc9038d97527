import { Facts, Live, Screen, Value } from "../parts/basics.tsx";
import { bookName, useBooks } from "../parts/books.ts";
import type { Review } from "../parts/states.tsx";
import { Pending } from "../parts/trouble.tsx";
import { type Answer, call } from "../shell/client.ts";
import { type Loaded, useCall, useLoad } from "../shell/load.ts";
import { Authentic } from "./authentic.tsx";
import { CounselKeys } from "./counsel-keys.tsx";
import { Current } from "./current.tsx";
import { LinkOfDelegate } from "./delegated.tsx";
import { t } from "./detail-texts.ts";
import { OwnSignature } from "./own-signature.tsx";
import { Questions } from "./questions.tsx";
import { Actions } from "./review-actions.tsx";
import { ReviewedRules } from "./reviewed-rules.tsx";
import { useTexts } from "./reviewed-texts.ts";
import { Said } from "./said.tsx";
import { type Queued, Summary } from "./summary.tsx";
import { t as words } from "./texts.ts";
import { TimeLine } from "./time-line.tsx";
import { titleOf } from "./title.ts";

type Evidence = Answer<"getEvidence">;
const FRESH_MS = 4000;

/** One review: counsel's remarks as work to do, whether it still holds, and its proof. */
export function Detail({ id }: { id: string }) {
  const evidence = useCall("getEvidence", { params: { id } });
  const books = useBooks();
  const row = useFresh(id, evidence);
  const found = evidence.data;
  const texts = useTexts(id, found?.content);
  const book = bookName(books.data, found?.request.framework_id ?? "");
  return (
    <Screen
      title={row ? titleOf(row, book) : t.waiting}
      aside={found && <Actions found={found} onChanged={evidence.reload} />}
    >
      <Pending of={evidence} />
      {found && (
        <>
          <Live>
            {found.request.decided_at
              ? words.decisionSaid(words.statuses[found.request.status])
              : words.statuses[found.request.status]}
          </Live>
          <Summary found={found} row={row} book={book} />
          <LinkToForward found={found} />
          <div class="columns">
            <div>
              {found.request.decided_at && <Said found={found} texts={texts.data} />}
              <Questions found={found} texts={texts.data} onChanged={evidence.reload} />
              <Current found={found} texts={texts.data} />
            </div>
            <section>
              <h2>{words.timeline}</h2>
              <TimeLine found={found} email={row?.requested_by_email ?? null} />
            </section>
          </div>
          {found.request.decided_at ? <Authentic found={found} /> : <CounselKeys found={found} />}
          <ReviewedRules
            texts={texts}
            content={found.content}
            isDecided={found.request.decided_at !== null}
          />
          {found.request.decided_at && <OwnSignature id={id} />}
          <Record request={found.request} />
        </>
      )}
    </Screen>
  );
}

/** A request that was passed on and not mailed: only the admin can forward its link. */
const LinkToForward = ({ found }: { found: Evidence }) => {
  const { status, delegated_from, mail } = found.request;
  const isOpen = status === "pending";
  return delegated_from && !mail && isOpen ? <LinkOfDelegate found={found} /> : null;
};

const Record = ({ request }: Pick<Evidence, "request">) => (
  <details>
    <summary>{t.record}</summary>
    <Facts
      rows={[
        [words.facts.id, <Value text={request.id} of={words.facts.id} />],
        [words.facts.hash, <Value text={request.rule_version_hash} of={words.facts.hash} />],
      ]}
    />
  </details>
);

/** The fields whose change makes the screen reload. */
type Fresh = Pick<Review, "status" | "viewed_at"> & { mail?: Review["mail"] | undefined };

const stateOf = (request: Fresh | undefined) =>
  [request?.status, request?.viewed_at, request?.mail?.status, request?.mail?.at].join(" ");

/** The review as the queue shows it, polled while it is pending. Any change reloads everything. */
function useFresh(id: string, evidence: Loaded<Evidence>): Queued | null {
  const isPending = evidence.data?.request.status === "pending";
  const known = stateOf(evidence.data?.request);
  const fresh = useLoad(
    `fresh ${id}`,
    async () => {
      const outcome = await call("listReviews", { query: { search: id, limit: "1" } });
      const [row] = outcome.kind === "done" ? outcome.body.items : [];
      if (row && isPending && stateOf(row) !== known) evidence.reload();
      return outcome;
    },
    isPending ? FRESH_MS : 0,
  );
  return fresh.data?.items[0] ?? null;
}
