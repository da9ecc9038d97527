import { useLayoutEffect, useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { expiryDays } from "#shared/domain/reviews/limits.ts";
import { Empty, Screen } from "../parts/basics.tsx";
import { askCounsel, type Framework, isCurrent, nameAmong, useBooks } from "../parts/books.ts";
import { SelectInput } from "../parts/field.tsx";
import { FormBox, SelectField, Submit, TextField, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import {
  type Answer,
  call,
  callAll,
  type Failure,
  type Outcome,
  type Request,
} from "../shell/client.ts";
import { useLoad } from "../shell/load.ts";
import { AskSeveral, type PanelValues } from "./ask-several.tsx";
import { HandOver, type Part, type Requested } from "./hand-over.tsx";
import { Preview } from "./preview.tsx";
import { useProposedCounsel } from "./proposed-counsel.ts";
import { asDue, type Due, dueRules, RulePicker } from "./rule-picker.tsx";
import { t } from "./texts.ts";
import { type TwinOrder, Twins } from "./twins.tsx";

/** What was requested of each book, and what could not be. */
interface Created {
  parts: readonly Part[];
  failed: readonly { book: string; failure: Failure }[];
  isMailed: boolean;
}

/** Choosing rules and counsel, requesting the review, forwarding its link. */
export function RequestReview() {
  const [created, setCreated] = useState<Created | null>(null);
  if (created !== null) return <HandOver {...created} />;
  return (
    <Screen title={t.newTitle}>
      <Chosen onCreated={setCreated} />
    </Screen>
  );
}

/** Takes rule book and rules from the address: a book, some rules, or a review to repeat. */
function Chosen({ onCreated }: { onCreated: (created: Created) => void }) {
  const [search, setSearch] = useSearchParams();
  const books = useBooks();
  const repeat = search.get("repeat") ?? "";
  const repeated = useLoad<Answer<"getReview"> | null>(`repeat ${repeat}`, async () =>
    repeat === "" ? { kind: "done", body: null } : call("getReview", { params: { id: repeat } }),
  );
  const bookId = search.get("framework_id") ?? repeated.data?.framework_id ?? "";
  if (books.data === null || (repeat !== "" && repeated.data === null)) {
    return <Pending of={books.data === null ? books : repeated} />;
  }
  if (books.data.length === 0)
    return <Empty action={{ to: "/rule-books", label: t.toBooks }}>{t.noBooks}</Empty>;
  const open = books.data.filter(isCurrent);
  const book = open.find(({ id }) => id === bookId) ?? (open.length === 1 ? open[0] : undefined);
  return (
    <>
      <div class="narrow">
        <SelectInput
          name="framework_id"
          label={t.framework}
          fault={null}
          value={book?.id ?? ""}
          options={[
            ["", t.chooseBook],
            ...open.map((one) => [one.id, nameAmong(open, one)] as const),
          ]}
          onChoose={(framework_id) => setSearch({ framework_id }, { replace: true })}
        />
      </div>
      {book && (
        <RequestForm
          key={book.id}
          book={book}
          books={books.data}
          rules={(search.get("rules") ?? repeated.data?.rule_use_case_ids.join(",") ?? "")
            .split(",")
            .filter(Boolean)}
          due={asDue(search.get("due"))}
          counselId={repeated.data?.counsel_id ?? search.get("counsel_id") ?? ""}
          onCreated={onCreated}
        />
      )}
    </>
  );
}

interface Values extends PanelValues {
  rule_use_case_ids: readonly string[];
  counsel_id: string;
  expiry_days: string;
  deliver: "manual" | "mail";
}

function RequestForm(props: {
  book: Framework;
  books: readonly Framework[];
  rules: readonly string[];
  counselId: string;
  /** Which rules to pick all at once: those changed since approval, or those never reviewed. */
  due: Due | null;
  onCreated: (created: Created) => void;
}) {
  const { book } = props;
  const [due, setDue] = useState<Due | null>(null);
  const [isNothing, setNothing] = useState(false);
  const [twins, setTwins] = useState<TwinOrder[]>([]);
  const rules = useLoad(`rules ${book.id}`, () =>
    callAll("listRules", { params: { framework_id: book.id } }),
  );
  const counsel = useLoad(`counsel ${book.id}`, () => askCounsel(book.id, "true"));
  const form = useForm<Values>({
    rule_use_case_ids: [],
    counsel_id: "",
    expiry_days: String(expiryDays.usual),
    deliver: "manual",
    further: [],
    need: "1",
    on_reject: "ends",
    may_delegate: "no",
  });
  const { rule_use_case_ids: picked, counsel_id, expiry_days, deliver } = form.values;
  const pick = (ids: readonly string[], whole: Due | null = null) => {
    form.set("rule_use_case_ids", ids);
    setDue(whole);
    setNothing(false);
    setTwins([]);
  };
  useLayoutEffect(() => {
    const known = rules.data?.map(({ use_case_id }) => use_case_id) ?? [];
    if (rules.data === null) return;
    if (props.due !== null) pick(dueRules(rules.data, props.due), props.due);
    else pick(props.rules.filter((id) => known.includes(id)));
  }, [rules.data === null]);
  const proposed = useProposedCounsel(book.id, counsel.data, props.counselId);
  useLayoutEffect(() => {
    if (proposed && form.values.counsel_id === "") form.set("counsel_id", proposed);
  }, [proposed]);
  if (rules.data === null || counsel.data === null)
    return <Pending of={rules.data === null ? rules : counsel} />;
  if (rules.data.length === 0)
    return (
      <Empty action={{ to: `/rule-books/${book.id}/import`, label: t.toBooks }}>{t.noRules}</Empty>
    );
  if (counsel.data.length === 0) {
    return (
      <Empty action={{ to: `/counsel/new?framework_id=${book.id}`, label: t.register }}>
        {t.noCounsel}
      </Empty>
    );
  }
  const assigned = counsel.data.find(({ id }) => id === counsel_id);
  const may_delegate = form.values.may_delegate === "yes";
  const order = { counsel_id, expiry_days: Number(expiry_days), deliver, may_delegate };
  const further = form.values.further.filter((id) => id !== counsel_id);
  const sendPanel = () =>
    form.submit(
      () =>
        call("createPanel", {
          body: {
            framework_id: book.id,
            rule_use_case_ids: [...picked],
            counsel_ids: [counsel_id, ...further],
            need: Math.min(Number(form.values.need), further.length + 1),
            on_reject: form.values.on_reject,
            expiry_days: Number(expiry_days),
            deliver,
            may_delegate,
          },
        }),
      ({ reviews }) => {
        const parts = reviews.map((review) => {
          const of = counsel.data?.find(({ id }) => id === review.counsel_id);
          return {
            reviews: [review],
            counselName: of?.display_name ?? "",
            email: of?.email ?? "",
            book: book.display_name,
          };
        });
        props.onCreated({ parts, failed: [], isMailed: deliver === "mail" });
      },
    );
  const send = () =>
    form.submit(
      () =>
        due === null
          ? requestOne({ ...order, framework_id: book.id, rule_use_case_ids: [...picked] })
          : call("createReReviews", {
              params: { framework_id: book.id },
              body: { ...order, only: [...picked] },
            }),
      async ({ reviews }) => {
        if (reviews.length === 0) return setNothing(true);
        const own = {
          reviews,
          counselName: assigned?.display_name ?? "",
          email: assigned?.email ?? "",
          book: book.display_name,
        };
        const { parts, failed } = await requestTwins(twins, {
          expiry_days: Number(expiry_days),
          deliver,
        });
        props.onCreated({ parts: [own, ...parts], failed, isMailed: deliver === "mail" });
      },
    );
  const shown = rules.data.filter(({ use_case_id }) => picked.includes(use_case_id));
  return (
    <FormBox form={form} onSubmit={further.length > 0 ? sendPanel : send}>
      {isNothing && (
        <p class="note" role="alert">
          {t.nothingDue}
        </p>
      )}
      <RulePicker
        rules={rules.data}
        picked={picked}
        due={due}
        fault={form.fault("rule_use_case_ids") ?? form.fault("only")}
        onPick={pick}
      />
      <Twins
        bookId={book.id}
        picked={picked}
        books={props.books}
        orders={twins}
        onChange={setTwins}
      />
      <SelectField
        form={form}
        name="counsel_id"
        label={t.counselLabel}
        options={[
          ["", t.chooseCounsel],
          ...counsel.data.map(
            ({ id, display_name, firm, email }) =>
              [id, line([display_name, firm, email].filter(Boolean).join(" · "))] as const,
          ),
        ]}
      />
      <AskSeveral form={form} counsel={counsel.data} first={counsel_id} />
      <TextField
        form={form}
        name="expiry_days"
        label={t.expiry}
        hint={t.expiryHint}
        type="number"
      />
      <SelectField
        form={form}
        name="deliver"
        label={t.deliver}
        hint={t.deliverHint}
        options={[
          ["manual", t.deliverManual],
          ["mail", t.deliverMail],
        ]}
      />
      <Preview rules={shown} />
      <div class="actions">
        <Submit isBusy={form.isBusy}>{t.send}</Submit>
        <Link href={`/counsel/new?framework_id=${book.id}`}>{t.register}</Link>
      </div>
    </FormBox>
  );
}

/** Requests the twins' reviews, one a book; one that fails does not keep the others back. */
async function requestTwins(
  orders: readonly TwinOrder[],
  how: Pick<Request<"createReview">["body"], "expiry_days" | "deliver">,
): Promise<Omit<Created, "isMailed">> {
  const parts: Part[] = [];
  const failed: { book: string; failure: Failure }[] = [];
  for (const { book, counsel, ruleIds } of orders) {
    const outcome = await requestOne({
      framework_id: book.id,
      rule_use_case_ids: ruleIds,
      counsel_id: counsel.id,
      ...how,
    });
    if (outcome.kind === "done") {
      parts.push({
        reviews: outcome.body.reviews,
        counselName: counsel.display_name,
        email: counsel.email,
        book: book.display_name,
      });
    } else failed.push({ book: book.display_name, failure: outcome });
  }
  return { parts, failed };
}

/** Requests one review; the result has the same shape as for several. */
async function requestOne(
  body: Request<"createReview">["body"],
): Promise<Outcome<{ reviews: readonly Requested[] }>> {
  const outcome = await call("createReview", { body });
  return outcome.kind === "done" ? { kind: "done", body: { reviews: [outcome.body] } } : outcome;
}
