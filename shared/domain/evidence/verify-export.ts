import * as z from "zod/mini";
import type { VerifierKey } from "#shared/domain/log/verifier-key.ts";
import { hash, logPart, writersPart, writtenRow } from "./evidence-file.ts";
import { writersLines } from "./file-writers.ts";
import { fail, type Line, open, pass, told } from "./finding.ts";
import { placeOf } from "./leaves.ts";
import type { ReadBytes } from "./read-evidence-bytes.ts";
import { foundAlone } from "./replay/rows-of-file.ts";
import { keysLine, statedKeys, trustOf } from "./trust.ts";

/* An export: its manifest names each file, and the log has a row with the manifest's hash. */

const manifestSchema = () =>
  z.strictObject({
    version: z.literal(1),
    /** null: the export contains everything. */
    tenant_id: z.nullable(z.string()),
    started_at: z.string(),
    origin: z.string(),
    files: z.array(z.strictObject({ path: z.string(), sha256: hash(), bytes: z.int() })),
  });
export type Manifest = z.output<ReturnType<typeof manifestSchema>>;

const proofSchema = () =>
  z.strictObject({ row: writtenRow(), writers: writersPart(), log: logPart() });

/** @returns null: the text is not a manifest */
export function readManifest(text: string): Manifest | null {
  try {
    return manifestSchema().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

interface Given {
  manifest: Manifest;
  /** Hash of the manifest's bytes. */
  sha256: string;
  /** null: there is no such file. */
  proof: string | null;
  /** Empty: no --key was given. */
  keys: readonly VerifierKey[];
}

/** Judges whether the log took exactly this manifest. */
export async function manifestLines({ manifest, sha256, proof, keys }: Given): Promise<Line[]> {
  const name = "manifest";
  const read = proof === null ? null : proofIn(proof);
  if (read === null) return [fail(name, "proof.json is missing, or is not a proof.")];
  const { row, log } = read;
  const about = manifest.tenant_id ?? "platform";
  const isOwn =
    row.action === "tenant.exported" &&
    row.resource_id === about &&
    row.context.manifest_sha256 === sha256 &&
    log.origin === manifest.origin;
  if (!isOwn) return [fail(name, "The logged row is of another manifest.")];
  const stated = statedKeys(log.origin, log.keys ?? "");
  const [proven] = log.proofs;
  const place = proven?.log_proof ? placeOf(row, proven.log_proof) : null;
  if (stated === null || place === null) return [fail(name, "The log's proof is missing.")];
  if ("fault" in place) return [fail(name, place.fault)];
  const trust = await trustOf(stated, keys);
  const ofKeys = keysLine(trust);
  const verdict = await trust.judge(place.checkpoint);
  if (verdict.status === "invalid") return [ofKeys, fail(name, verdict.reason)];
  const leaves = new Map([[row.row_hash, { index: place.index, time: place.time }]]);
  const [fault] = await foundAlone([row], read, { leaves, rowsKeys: trust.rows, log: null });
  if (fault !== undefined) return [ofKeys, fail(name, told(fault))];
  const [odd] = writersLines(read.writers, [row]);
  if (odd !== undefined) return [ofKeys, odd];
  if (verdict.status === "unsure") return [ofKeys, open(name, verdict.reason)];
  return [ofKeys, pass(name, `The log took it as leaf ${place.index} at ${place.time}.`)];
}

function proofIn(text: string) {
  try {
    return proofSchema().safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A file of the folder, as it was found. */
export type FoundFile = Manifest["files"][number];

/** An export's files about one review or panel: its evidence, and its certificate. */
export function evidencePaths(kind: "review" | "panel", id: string) {
  const name = `${kind}-${id}`;
  return { name, bundle: `bundles/${name}.json`, certificate: `certificates/${name}.pdf` };
}

/** Whether a file is about the review or panel that its name states. */
export function isNamedRightly(path: string, file: ReadBytes): boolean {
  const paths = pathsFor(file);
  return path === (file.paper === null ? paths?.bundle : paths?.certificate);
}

/** null: an export has no file with this content. */
function pathsFor(file: ReadBytes): ReturnType<typeof evidencePaths> | null {
  if (file.kind === "panel") {
    return "value" in file.part ? evidencePaths("panel", file.part.value.panel.id) : null;
  }
  const [part, ...more] = file.kind === "bundles" ? file.bundles : [];
  if (part === undefined || more.length > 0 || !("value" in part)) return null;
  return evidencePaths("review", part.value.request.id);
}

const OWN = ["manifest.json", "proof.json"];
const INCOMPLETE = ".incomplete";

/** Names each file that is altered, missing or extra. */
export function fileLines({ files }: Manifest, found: readonly FoundFile[]): Line[] {
  const there = new Map(found.map((one) => [one.path, one]));
  const named = new Set([...OWN, ...files.map(({ path }) => path)]);
  const wrong = [
    ...files.flatMap(({ path, sha256, bytes }): Line[] => {
      const own = there.get(path);
      if (own === undefined) return [fail("missing", `${path} is not there.`)];
      const isSame = own.sha256 === sha256 && own.bytes === bytes;
      return isSame ? [] : [fail("altered", `${path} is not as it was exported.`)];
    }),
    ...found.flatMap(({ path }): Line[] => {
      if (named.has(path)) return [];
      const what =
        path === INCOMPLETE ? "The export was not finished" : "It is not in the manifest";
      return [fail("extra", `${path}: ${what}.`)];
    }),
  ];
  const count = `${files.length} files are as they were exported.`;
  return wrong.length > 0 ? wrong : [pass("files", count)];
}
