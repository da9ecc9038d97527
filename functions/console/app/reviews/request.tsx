import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Link, useSearchParams } from "wouter-preact";
import { Empty, LinkButton, Screen } from "../parts/basics.tsx";
import { askCounsel, type Framework, isCurrent, nameAmong, useBooks } from "../parts/books.ts";
import { SelectInput } from "../parts/field.tsx";
import { Fields, type Form, FormBox, SelectField, TextField, useForm } from "../parts/form.tsx";
import { joined } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import type { Item } from "../shell/client.ts";
import { useAll, useCall, useLoad } from "../shell/load.ts";
import { needsTwoPeople } from "../shell/provider.ts";
import { AskSeveral } from "./ask-several.tsx";
import { HandOver } from "./hand-over.tsx";
import { type Created, requestAll, usual, type Values, type Waiting } from "./order.ts";
import { Preview } from "./preview.tsx";
import { useProposedCounsel } from "./proposed-counsel.ts";
import { asDue, type Due, dueRules, RulePicker } from "./rule-picker.tsx";
import { t } from "./texts.ts";
import { type TwinOrder, Twins } from "./twins.tsx";

type Counsel = Item<"listCounsel">;

/** The steps of a request: choose rules and counsel, request the review, forward its link. */
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
  const repeated = useCall("getReview", repeat === "" ? null : { params: { id: repeat } });
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

interface Asked {
  book: Framework;
  books: readonly Framework[];
  rules: readonly string[];
  counselId: string;
  /** The rules to pick all at once: those changed since approval, or those never reviewed. */
  due: Due | null;
  onCreated: (created: Created) => void;
}

/** The form, once the book's rules and counsel are loaded; if it has none, a link to add them. */
function RequestForm(props: Asked) {
  const { id } = props.book;
  const rules = useAll("listRules", { params: { framework_id: id } });
  const counsel = useLoad(`counsel ${id}`, () => askCounsel(id, "true"));
  const proposed = useProposedCounsel(id, counsel.data, props.counselId);
  if (rules.data === null || counsel.data === null)
    return <Pending of={rules.data === null ? rules : counsel} />;
  if (rules.data.length === 0)
    return <Empty action={{ to: `/rule-books/${id}/import`, label: t.toBooks }}>{t.noRules}</Empty>;
  if (counsel.data.length === 0) {
    const register = { to: `/counsel/new?framework_id=${id}`, label: t.register };
    return <Empty action={register}>{needsTwoPeople ? t.noConfirmed : t.noCounsel}</Empty>;
  }
  return <OrderForm {...props} live={rules.data} counsel={counsel.data} proposed={proposed} />;
}

/** The rules picked at first: the ones asked for that exist in the book. */
const firstPicked = (live: readonly Item<"listRules">[], { due, rules }: Asked): string[] =>
  due === null
    ? rules.filter((id) => live.some(({ use_case_id }) => use_case_id === id))
    : dueRules(live, due);

function OrderForm(
  props: Asked & {
    live: readonly Item<"listRules">[];
    counsel: readonly Counsel[];
    proposed: string | null | undefined;
  },
) {
  const { book, live, counsel, proposed } = props;
  const [due, setDue] = useState(props.due);
  const [told, setTold] = useState<Waiting | "nothing" | null>(null);
  const [twins, setTwins] = useState<TwinOrder[]>([]);
  const form = useForm<Values>({ ...usual, rule_use_case_ids: firstPicked(live, props) });
  const { rule_use_case_ids: picked, counsel_id } = form.values;
  const pick = (ids: readonly string[], whole: Due | null = null) => {
    form.set("rule_use_case_ids", ids);
    setDue(whole);
    setTold(null);
    setTwins([]);
  };
  useLayoutEffect(() => {
    if (proposed && counsel_id === "") form.set("counsel_id", proposed);
  }, [proposed]);
  const send = (again: boolean) =>
    form.submit(
      () => requestAll({ book, live, counsel, values: form.values, due, twins, again }),
      (outcome) => {
        if (outcome === null) setTold("nothing");
        else if ("open_review_id" in outcome) setTold(outcome);
        else props.onCreated(outcome);
      },
    );
  return (
    <FormBox
      form={form}
      onSubmit={() => send(false)}
      act={t.send}
      beside={<Link href={`/counsel/new?framework_id=${book.id}`}>{t.register}</Link>}
    >
      <Told of={told} onAgain={() => send(true)} />
      <RulePicker
        rules={live}
        picked={picked}
        due={due}
        fault={form.fault("rule_use_case_ids") ?? form.fault("only")}
        names={[book.short_name, book.display_name]}
        onPick={pick}
      />
      <Twins
        bookId={book.id}
        picked={picked}
        books={props.books}
        orders={twins}
        onChange={setTwins}
      />
      <Terms form={form} counsel={counsel} />
      {due === null && form.values.further.length === 0 && (
        <TextField form={form} name="matter_reference" label={t.matter} hint={t.matterHint} />
      )}
      <Preview rules={live.filter(({ use_case_id }) => picked.includes(use_case_id))} />
    </FormBox>
  );
}

/** Why nothing was sent: nothing is due any more, or the same request is already open. */
function Told({ of, onAgain }: { of: Waiting | "nothing" | null; onAgain: () => unknown }) {
  if (of === null) return null;
  if (of !== "nothing") return <AlreadyRequested of={of} onAgain={onAgain} />;
  return (
    <p class="note" role="alert">
      {t.nothingDue}
    </p>
  );
}

/** A link to the request that is already open, and a button for a second one. */
function AlreadyRequested({ of, onAgain }: { of: Waiting; onAgain: () => unknown }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.focus(), [of]);
  return (
    <div class="note" role="alert" tabIndex={-1} ref={box}>
      <p>
        <strong>{t.waiting}</strong>
      </p>
      <p class="row">
        <LinkButton to={`/reviews/${of.open_review_id}`} label={t.toWaiting} isPrimary />
        <button type="button" onClick={onAgain}>
          {t.askAgain}
        </button>
      </p>
    </div>
  );
}

/** The counsel, the time to decide, and how the link is delivered. */
const Terms = ({ form, counsel }: { form: Form<Values>; counsel: readonly Counsel[] }) => (
  <>
    <SelectField
      form={form}
      name="counsel_id"
      label={t.counselLabel}
      options={[
        ["", t.chooseCounsel],
        ...counsel.map(
          ({ id, display_name, firm, email }) => [id, joined(display_name, firm, email)] as const,
        ),
      ]}
    />
    <AskSeveral form={form} counsel={counsel} first={form.values.counsel_id} />
    <Fields
      form={form}
      words={t.fields}
      of={{
        expiry_days: { type: "number" },
        deliver: !needsTwoPeople && { options: Object.entries(t.deliverChoices) },
      }}
    />
    {needsTwoPeople && <p class="hint">{t.deliverAlone}</p>}
  </>
);
