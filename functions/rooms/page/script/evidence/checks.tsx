import type { Line } from "#shared/domain/evidence/finding.ts";
import type { Judged, JudgedPart, OpenedLog } from "#shared/domain/evidence/program.ts";
import { withInstants } from "#shared/domain/standing/day-text.ts";
import { visible, visibleLine } from "#shared/domain/text/text.ts";
import { Mark } from "../basics.tsx";
import { timeOf } from "../format.ts";
import { marks, proves, shows, t } from "../texts.ts";
import type { Verified } from "../verify.ts";

/** The verdict in one line: the file's name, the outcome, and whether its row is in the log. */
export function verdictText(name: string, { code, reason, parts }: Judged): string {
  const verdict = reason === null ? t.outcome[code] : t.cannotBeChecked(visibleLine(reason));
  const missing = parts.some(({ inLog }) => inLog === "no") && code !== 0 ? ` ${t.notInLog}` : "";
  const unknown =
    code === 3 && parts.some(({ inLog }) => inLog === "unknown") ? ` ${t.nothingToCompare}` : "";
  return `${visibleLine(name)}: ${verdict}${missing}${unknown}`;
}

/** The verdict as soon as it is known, with the exit code that the command would return. */
export function Verdict({ verified, name }: { verified: Verified | null; name: string }) {
  const judged = verified?.is === "judged" ? verified.judged : null;
  const text =
    verified === null
      ? t.evidence.running
      : judged === null
        ? t.evidence.unavailable
        : verdictText(name, judged);
  return (
    <p
      role="status"
      class={judged === null ? "verdict" : `verdict code-${judged.code}`}
      data-exit={judged?.code}
    >
      {text}
    </p>
  );
}

/** The headings' level: one below that of the section around them. */
type Heading = "h3" | "h4";

/** The checks of each part of a file, and what the parts were compared with. */
export const Findings = ({
  judged,
  log,
  heading,
}: {
  judged: Judged;
  log: OpenedLog;
  heading: Heading;
}) => (
  <>
    {judged.parts.map((part, index) => (
      <PartFindings
        key={index}
        part={part}
        index={index}
        of={judged.parts.length}
        heading={heading}
      />
    ))}
    {judged.code !== 2 && <Compared log={log} />}
  </>
);

interface PartProps {
  part: JudgedPart;
  index: number;
  of: number;
  heading: Heading;
}

function PartFindings({ part, index, of, heading: Title }: PartProps) {
  const isLeftOut = ({ mark }: Line) => mark === "open" || mark === "extra";
  const isWrong = ({ mark }: Line) => mark === "fail";
  const done = part.lines
    .filter((one) => !isLeftOut(one))
    // What is wrong stands right below the verdict.
    .sort((a, b) => Number(isWrong(b)) - Number(isWrong(a)));
  const left = part.lines.filter(isLeftOut);
  return (
    <>
      {of > 1 && (
        <Title>
          {t.file.part(index + 1, of)}: {t.outcome[part.code]}
        </Title>
      )}
      {of > 1 && <p class="soft fine">{part.about.map((text) => visibleLine(text)).join(" · ")}</p>}
      <ul class="checks">{done.map(check)}</ul>
      <Title>{t.evidence.notChecked}</Title>
      {left.length === 0 ? (
        <p>{t.evidence.nothingLeft}</p>
      ) : (
        <ul class="checks">{left.map(check)}</ul>
      )}
    </>
  );
}

const check = ({ mark, name, text }: Line, index: number) => (
  <li key={index} class={mark}>
    <Mark mark={marks[mark]} is={mark} /> <strong>{name.replaceAll("_", " ")}</strong>
    {proves.has(name) && (
      <p>
        {shows[mark]} {proves.get(name)}
      </p>
    )}
    <p class="soft fine">{withInstants(visible(inWords(text)), timeOf)}</p>
  </li>
);

/** Rewords the command's text where it speaks of options that a page does not have. */
const inWords = (text: string): string =>
  text
    .replace("No --key was given. Compare", "No key had been loaded. Compare")
    .replace(": no --log was given.", ".")
    .replace("No --policy was given: no witness is demanded.", "This page asks no witness.");

/** What the file was compared with. */
function Compared({ log }: { log: OpenedLog }) {
  const { reading, size, key } = log;
  if ("fault" in reading) return <p class="note">{t.log.faulty(visibleLine(reading.fault))}</p>;
  if (size === null) {
    const why = "unreadable" in reading ? reading.unreadable : "";
    return <p class="note">{t.log.unreadable(visibleLine(why.replace(/\.$/, "")))}</p>;
  }
  const isWhole = "log" in reading;
  return (
    <div class="note">
      <p>{isWhole ? t.log.whole(size) : t.log.keys(size)}</p>
      {!isWhole && <Command log={log} />}
      <p>
        {t.log.key} <code>{key?.fingerprint}</code>
      </p>
    </div>
  );
}

/** How to run the same check without this page. */
export const Command = ({ log }: { log: OpenedLog | null }) => (
  <pre>
    <code>{`node verify-bundle.mjs bundle.json --key ${keyOf(log)} --log ${location.origin}/evidence/log`}</code>
  </pre>
);

const keyOf = (log: OpenedLog | null): string =>
  log?.key == null ? "KEY" : visibleLine(log.key.text);
