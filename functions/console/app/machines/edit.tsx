import { useLocation } from "wouter-preact";
import { Screen } from "../parts/basics.tsx";
import type { Framework } from "../parts/books.ts";
import { FormBox, useForm } from "../parts/form.tsx";
import { line } from "../parts/format.ts";
import { Pending } from "../parts/trouble.tsx";
import { typedClaims } from "../parts/trusted.tsx";
import { t as shared } from "../parts/trusted-texts.ts";
import { useCall } from "../shell/load.ts";
import { MachineFields, type MachineValues, put, useOwnBooks } from "./fields.tsx";
import { type Machine, operations } from "./operations.ts";
import { t } from "./texts.ts";

/** Other tokens, other scopes, other books. */
export function EditMachine({ id }: { id: string }) {
  const books = useOwnBooks();
  const machine = useCall(operations().get, { params: { machine_id: id } });
  const found = machine.data;
  const isReady = books === null || books.data !== null;
  return (
    <Screen title={t.editTitle(line(found?.display_name ?? id))} lead={shared.inForceSoon}>
      <Pending of={found === null || books === null ? machine : books} />
      {found && isReady && <Change machine={found} books={books?.data ?? null} />}
    </Screen>
  );
}

function Change({ machine, books }: { machine: Machine; books: readonly Framework[] | null }) {
  const [, go] = useLocation();
  const form = useForm<MachineValues>({ ...machine, claims: typedClaims(machine.claims) });
  const send = () =>
    form.submit(
      () => put(form.values),
      () => go(`/machines/${machine.id}`),
    );
  return (
    <FormBox form={form} onSubmit={send} act={shared.save}>
      <MachineFields form={form} books={books} />
    </FormBox>
  );
}
