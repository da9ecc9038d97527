/*
 * Faults that the simulator must find, one of each class: a text of the functions' code, and the text
 * that replaces it in a copy.
 */

export interface Planted {
  name: string;
  file: "functions.js" | "common.js";
  find: RegExp;
  put: string;
}

export const planted: readonly Planted[] = [
  {
    name: "a change of a request is written whatever has become of it meanwhile",
    file: "functions.js",
    find: /"review\.status": before\.status,\s+"review\.audit_head\.hash": before\.audit_head\.hash/,
    put: '"review.id": before.id',
  },
  {
    name: "an item of the outbox names a row that is not there",
    file: "functions.js",
    find: /const (waiting\d*) = \{ \.\.\.(outboxKey\d*)\((key\d*)\)/,
    put: 'const $1 = { ...$2({ ...$3, pk: $3.pk + "x" })',
  },
  {
    name: "an approval counts twice in a panel",
    file: "common.js",
    find: /\{ approvals: (approvals\d*)\.length, refusals: (refusals\d*)\.length \}/,
    put: "{ approvals: $1.length * 2, refusals: $2.length }",
  },
  {
    name: "a tenant is the one who asked before",
    file: "functions.js",
    find: /const before = await requireEndpoint\(caller\.owner, id\)/,
    put: "const before = await requireEndpoint((globalThis.askedBefore ??= caller.owner), id)",
  },
  {
    name: "the clock is compared the wrong way round",
    file: "common.js",
    find: /isPastExpiry = \((\w+), (\w+)\) => \1\.expires_at < \2/,
    put: "isPastExpiry = ($1, $2) => $1.expires_at > $2",
  },
  {
    name: "a message is sent twice",
    file: "functions.js",
    find: /await promiseDelivery\(endpoint\.owner, delivery, id\);/,
    put:
      "await promiseDelivery(endpoint.owner, delivery, id);" +
      'const again = { id: id.replace(/^./, (one) => (one === "0" ? "1" : "0")) };' +
      'const other = { ...delivery, ...again, webhook_id: delivery.webhook_id + "again" };' +
      "await promiseDelivery(endpoint.owner, other, id);",
  },
  {
    name: "a standing forgets a refusal",
    file: "common.js",
    find: /return \{ state: "refused", decision/,
    put: 'return { state: "approved", decision',
  },
  {
    name: "the sequencer skips a row",
    file: "functions.js",
    find: /(leaves\d*)\.slice\((\w+), (\w+ \+ ROWS_AT_ONCE\d*)\)/,
    put: "$1.slice($2 + 1, $3)",
  },
  {
    name: "whoever changed counsel confirms them",
    file: "functions.js",
    find: /if \((!\(0, import_identity\d*\.isSecondPerson\)\(before\.identity, )/,
    put: "if (false && $1",
  },
];
