import { type CredentialName, isCredentialName } from "#shared/domain/setup/credentials.ts";
import { givenByStacks, type SettingName, settingRows } from "#shared/routes/contract/settings.ts";
import { functionUnits, scheduleOptions, settingsOf } from "./functions.ts";
import { type StageOption, stageOptions } from "./options/stage-options.ts";

type Name = SettingName | CredentialName;

/** At most this many readers are named; the rest are only counted. */
const READERS_NAMED = 3;

/** docs/settings.md: every setting that an entry of the route or job table names. */
export function settingsDocument(): string {
  const readers = new Map<Name, string[]>();
  for (const unit of functionUnits) {
    for (const name of [...settingsOf(unit), ...(unit.needs.credentials ?? [])]) {
      readers.set(name, [...(readers.get(name) ?? []), unit.id]);
    }
  }
  for (const { name, id } of scheduleOptions) readers.set(name, [`the schedule of ${id}`]);
  const rows = [...readers.keys()].toSorted().map((name) => rowOf(name, readers.get(name) ?? []));
  return `${head}${rows.join("\n")}\n${optionsHead}${optionRows().join("\n")}\n`;
}

const head = `# Settings

\`npm run settings\` writes this page from the route table. A function gets only the settings that its entry
in that table names. The last column says where a value comes from:

- "stacks": the deployment sets the value.
- "option": you set it in \`cdk.context.<stage>.json\`.
- "credential": you put the value into the secret store, as the entry \`countersign/<stage>/settings/<name>\`
  (\`CURSOR_KEY\` and \`EXPORT_LINK_KEY\`: \`countersign/<stage>/cursor-key\` and \`export-link-key\`). It is in no
  deployed function's environment, and \`cdk.context.<stage>.json\` must not contain it. Only the functions that use a
  credential may read its entry; they cache the value for 30 s. [Credentials](deploying.md#credentials) says how to set
  and rotate one. The stages \`local\` and \`test\` take credentials from the environment, else from the local secret
  store.

The private keys of the token issuer (\`OIDC_ISSUER_PRIVATE_KEY_PEM\`, \`OIDC_ISSUER_PREVIOUS_PRIVATE_KEY_PEM\`) are not
among them: the setup endpoints make the keys and bind them from the secret store, entries
\`oidc-issuer-private-key-pem\` and \`oidc-issuer-private-key-pem-previous\`. The local run ignores environment variables of
those names, and \`cdk.context.<stage>.json\` must not contain them.

| Setting | Meaning | Default | Example | Read by | Kind |
| ------- | ------- | ------- | ------- | ------- | ---- |
`;

const optionsHead = `
## Options of a stage

You set these in \`cdk.context.<stage>.json\` too. If a value has the wrong form, or a name is in neither table, the
synthesis of the stacks refuses it and names it. A list is an array, or one text separated by commas.

| Option | Meaning | Must be | Default | Example |
| ------ | ------- | ------- | ------- | ------- |
`;

const optionRows = (): string[] =>
  Object.entries<StageOption>(stageOptions).map(
    ([name, { meaning, kind, otherwise, example }]) =>
      `| \`${name}\` | ${meaning} | ${kind.says} | ${otherwise} | \`${example}\` |`,
  );

function rowOf(name: Name, readers: readonly string[]): string {
  const { meaning, otherwise, example } = settingRows[name];
  const named = readers.slice(0, READERS_NAMED).join(", ");
  const more = readers.length - READERS_NAMED;
  const who =
    readers.length === functionUnits.length
      ? "every function"
      : more > 0
        ? `${named} and ${more} more`
        : named;
  return `| \`${name}\` | ${meaning} | ${otherwise ?? "none"} | \`${example}\` | ${who} | ${kindOf(name)} |`;
}

function kindOf(name: Name): string {
  if (isCredentialName(name)) return "credential";
  return givenByStacks.includes(name) ? "stacks" : "option";
}
