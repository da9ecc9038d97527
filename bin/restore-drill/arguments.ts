import { parseArgs } from "node:util";
import * as z from "zod";

export const USAGE = `Usage: npm run -s restore-drill -- <stage> --at <time> --region <region> [--table NAME] [--anchors BUCKET]
       npm run -s restore-drill -- local [--copy FILE]      against the local run that is running
       npm run -s restore-drill -- copy FILE                keeps a copy of the local run's database`;

/** What a drill restores: a copy, the local run, or a stage on AWS. */
export type Drill =
  | { of: "copy"; file: string }
  | { of: "local"; copy: string | null }
  | {
      of: "aws";
      stage: string;
      /** ISO 8601 UTC. */
      at: string;
      region: string;
      /** null: the table that the stage uses, and the bucket below that its anchors are in. */
      table: string | null;
      anchors: string | null;
    };

const stageSchema = z.string().regex(/^[a-z][a-z0-9-]{0,11}$/);
const timeSchema = z.iso.datetime({ offset: true });

/** @returns null for invalid arguments */
export function readDrill(args: readonly string[]): Drill | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        at: { type: "string" },
        region: { type: "string" },
        table: { type: "string" },
        anchors: { type: "string" },
        copy: { type: "string" },
      },
    });
    const [what = "", file, ...more] = positionals;
    const given = Object.keys(values);
    const only = (...names: string[]) => given.every((name) => names.includes(name));
    if (more.length > 0) return null;
    if (what === "copy" && file && only()) return { of: "copy", file };
    if (file !== undefined) return null;
    if (what === "local" && only("copy")) return { of: "local", copy: values.copy ?? null };
    return onAws(what, values);
  } catch {
    return null;
  }
}

function onAws(stage: string, values: Readonly<Record<string, string | undefined>>): Drill | null {
  const at = timeSchema.safeParse(values.at);
  const region = values.region ?? process.env.AWS_REGION;
  if (!stageSchema.safeParse(stage).success || !at.success || !region || values.copy) return null;
  const { table = null, anchors = null } = values;
  return { of: "aws", stage, at: new Date(at.data).toISOString(), region, table, anchors };
}
