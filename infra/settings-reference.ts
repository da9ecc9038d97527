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

Written by \`npm run settings\` from the route table; a test holds it. A function gets the settings that
its entry names and no other. Those marked "stacks" are given by the deployment itself, those marked
"option" in \`cdk.context.<stage>.json\`.

Those marked "credential" are refused there and are in no deployed function's environment: the
functions that use one read it from the secret store, entry
\`countersign/<stage>/settings/<name>\` (\`CURSOR_KEY\` and \`EXPORT_LINK_KEY\`: \`countersign/<stage>/cursor-key\`
and \`export-link-key\`), at most 30 s old, and may read no other. docs/deploying.md says how one is set and rotated. The stages
\`local\` and \`test\` take them from the environment, else from the local secret store.

| Setting | Meaning | Default | Example | Read by | Kind |
| ------- | ------- | ------- | ------- | ------- | ---- |
`;

const optionsHead = `
## Options of a stage

These, too, stand in \`cdk.context.<stage>.json\`. A value of the wrong form is refused by name when the
stacks are synthesized, as is a name that stands in neither table. Lists are an array, or one text
separated by commas.

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
