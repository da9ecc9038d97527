import { record } from "#shared/domain/discovery/upstream.ts";
import { type AgentFileKind, agentFileKindOf } from "./agent-files.ts";
import { gradle } from "./gradle-manifest.ts";
import { type Ecosystem, libraryOf } from "./libraries.ts";
import { jsonIn, LONGEST_LINE, linesOf, nameAt, quoted, wordsOf } from "./manifest-text.ts";
import { notebook } from "./notebook-manifest.ts";

/** Finds a repository's manifests and reads the dependencies they declare. */

/** Extracts the packages that a manifest names. */
type Reader = (text: string) => Iterable<string>;

interface Form {
  ecosystem: Ecosystem | "imports";
  read: Reader;
}

const byName = new Map<string, Form>();
const byEnding = new Map<string, Form>();

const sections = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

function* packageJson(text: string): Iterable<string> {
  const manifest = record(jsonIn(text));
  for (const section of sections) {
    for (const [name, wanted] of Object.entries(record(manifest[section]))) {
      yield name;
      // An alias: `"npm:<name>@<version>"`
      if (typeof wanted === "string" && wanted.startsWith("npm:")) {
        const end = wanted.indexOf("@", 5);
        yield wanted.slice(4, end === -1 ? undefined : end);
      }
    }
  }
}

function* requirements(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    const name = nameAt(line, "._-");
    if (name !== "" && !line.startsWith("-")) yield name;
    const egg = line.split("#egg=")[1];
    if (egg !== undefined) yield nameAt(egg, "._-");
  }
}

/**
 * Table names, keys and quoted requirements of TOML; those that are not libraries are ignored
 * later.
 */
function* toml(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    if (line.startsWith("#")) continue;
    if (line.startsWith("[")) {
      // `[dependencies.torch]`
      const last = line.replaceAll("]", "").split(".").at(-1);
      if (last !== undefined) yield nameAt(last.trim(), "_-");
    } else if (line.includes("=")) {
      // `torch = "2"`, `torch.workspace = true`, `dependencies = { torch = "2", openai = "1" }`
      for (const key of withoutStrings(line).split(/[{,]/)) {
        yield nameAt(key.trim(), "._-");
        yield nameAt(key.trim(), "_-");
      }
    }
    for (const text of quoted(line)) yield nameAt(text.trim(), "._-");
  }
}

const withoutStrings = (line: string): string =>
  line
    .split('"')
    .filter((_, i) => i % 2 === 0)
    .join("");

/** Names at the start of quoted strings in source code, such as `"torch>=2"`. */
function* strings(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    for (const text of quoted(line)) yield nameAt(text.trim(), "._-");
  }
}

function* setupCfg(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    const marks = line.startsWith("install_requires") ? /[=;]/ : "=";
    for (const part of line.split(marks)) yield nameAt(part.trim(), "._-");
  }
  yield* requirements(text);
}

/** `- torch`, `- conda-forge::torch`, `- pip: [torch, openai]`. */
function* yaml(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    const list = line.indexOf(" [");
    const items = list === -1 ? [] : line.slice(list + 2).split(",");
    if (line.startsWith("-")) items.push(line.slice(1));
    for (const item of items) {
      const name = item.split("::").at(-1)?.trim().replace(/^["']/, "");
      yield nameAt(name ?? "", "._-");
    }
  }
}

function* goMod(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    const words = wordsOf(line).map((word) => word.replaceAll('"', ""));
    const path = words[0] === "require" || words[0] === "tool" ? words[1] : words[0];
    if (path?.includes(".") && path.includes("/")) yield path;
  }
}

/** The text of each XML element with that name; entities do not occur in package names. */
function* elements(text: string, name: string): Iterable<string> {
  const open = `<${name}>`;
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at + 1)) {
    const from = at + open.length;
    const end = text.indexOf("<", from);
    if (end === -1) return;
    yield text.slice(from, Math.min(end, from + LONGEST_LINE)).trim();
  }
}

function* pom(text: string): Iterable<string> {
  const open = "<dependency>";
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at + 1)) {
    const end = text.indexOf("</dependency>", at);
    const block = text.slice(at, end === -1 ? at + LONGEST_LINE : Math.min(end, at + LONGEST_LINE));
    const [group = ""] = elements(block, "groupId");
    const [artifact = ""] = elements(block, "artifactId");
    yield `${group}:${artifact}`;
  }
}

function* gems(text: string): Iterable<string> {
  for (const line of linesOf(text)) {
    const isGem = line.startsWith("gem ") || line.startsWith("gem(") || line.includes("dependency");
    if (!isGem) continue;
    for (const name of quoted(line)) yield nameAt(name, "._-");
  }
}

/** `<PackageReference Include="…;…">` and `<package id="…">`. */
function* nuget(text: string): Iterable<string> {
  for (const line of text.split("<").map((part) => part.slice(0, LONGEST_LINE))) {
    if (
      !line.startsWith("PackageReference") &&
      !line.startsWith("GlobalPackageReference") &&
      wordsOf(line)[0] !== "package" &&
      !line.startsWith("PackageVersion")
    )
      continue;
    for (const names of quoted(line)) {
      for (const name of names.split(";")) yield nameAt(name.trim(), "._-");
    }
  }
}

const form = (ecosystem: Form["ecosystem"], read: Reader): Form => ({ ecosystem, read });
byName.set("package.json", form("npm", packageJson));
byName.set("pyproject.toml", form("pypi", toml));
byName.set("pipfile", form("pypi", toml));
byName.set("setup.py", form("pypi", strings));
byName.set("setup.cfg", form("pypi", setupCfg));
byName.set("environment.yml", form("pypi", yaml));
byName.set("environment.yaml", form("pypi", yaml));
byName.set("go.mod", form("go", goMod));
byName.set("pom.xml", form("maven", pom));
byName.set("build.gradle", form("maven", gradle));
byName.set("build.gradle.kts", form("maven", gradle));
byName.set("libs.versions.toml", form("maven", gradle));
byName.set("cargo.toml", form("cargo", toml));
byName.set("gemfile", form("gem", gems));
byName.set("packages.config", form("nuget", nuget));
byName.set("directory.packages.props", form("nuget", nuget));
byEnding.set(".gemspec", form("gem", gems));
byEnding.set(".csproj", form("nuget", nuget));
byEnding.set(".fsproj", form("nuget", nuget));
byEnding.set(".vbproj", form("nuget", nuget));
byEnding.set(".ipynb", form("imports", notebook));

/** File extensions of model weights and graphs; other files rarely have them. */
const modelEndings = new Set([
  ".onnx",
  ".safetensors",
  ".gguf",
  ".ggml",
  ".pt",
  ".pth",
  ".ckpt",
  ".h5",
  ".keras",
  ".tflite",
  ".mlmodel",
  ".mlpackage",
  ".joblib",
  ".pmml",
]);

const endingOf = (name: string): string => {
  const dot = name.lastIndexOf(".");
  return dot === -1 ? "" : name.slice(dot);
};

function formOf(path: string): Form | null {
  const name = (path.split("/").at(-1) ?? "").toLowerCase();
  const isRequirements =
    name.startsWith("requirements") && (name.endsWith(".txt") || name.endsWith(".in"));
  if (isRequirements) return form("pypi", requirements);
  return byName.get(name) ?? byEnding.get(endingOf(name)) ?? null;
}

/** `manifest` declares dependencies, `notebook` imports them, `model` holds a model. */
export type FileKind = "manifest" | "notebook" | "model" | AgentFileKind;

/** A file's kind, by its path; null if it says nothing about AI. */
export function fileKindOf(path: string): FileKind | null {
  const lower = path.toLowerCase();
  if (modelEndings.has(endingOf(lower)) || lower.endsWith("/modelfile") || lower === "modelfile") {
    return "model";
  }
  if (lower.endsWith(".ipynb")) return "notebook";
  return formOf(path) === null ? agentFileKindOf(path) : "manifest";
}

/** The AI libraries that a manifest or notebook names, sorted, without duplicates. */
export function librariesInFile(path: string, text: string): string[] {
  const found = new Set<string>();
  const known = formOf(path);
  if (known === null) return [];
  for (const name of known.read(text)) {
    const library = name === "" ? null : libraryOf(known.ecosystem, name);
    if (library !== null) found.add(library);
  }
  return [...found].sort();
}
