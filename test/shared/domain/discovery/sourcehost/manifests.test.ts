import { expect, test } from "vitest";
import { librariesInFile } from "#shared/domain/discovery/sourcehost/manifests.ts";
import { finishes } from "#test/support/finishes.ts";

const cell = (...source: string[]) => JSON.stringify({ cells: [{ source }] });

/** Spellings of a dependency that one misses by reading line by line, or only the first name. */
const spellings: readonly (readonly [string, string, readonly string[]])[] = [
  ["a.ipynb", cell("import numpy, torch as t, keras.layers\n"), ["keras", "pytorch"]],
  ["a.ipynb", cell("import os; import\ttorch\n"), ["pytorch"]],
  ["a.ipynb", cell("try: import openai\n"), ["openai"]],
  ["a.ipynb", cell("import numpy, \\\n", "    torch\n"), ["pytorch"]],
  ["a.ipynb", cell("from google import genai as g, auth\n"), ["google-genai"]],
  [
    "a.ipynb",
    cell("from google import (\n", "  auth,  # (first)\n", "  genai,\n", ")\n", "import torch"),
    ["google-genai", "pytorch"],
  ],
  ["a.ipynb", cell("from google import (\nimport torch\n"), ["pytorch"]],
  ["a.ipynb", cell("import google.generativeai.types as t"), ["google-genai"]],
  [
    "a.ipynb",
    cell('!pip install -q "openai>=1" torch\n', "%conda install xgboost"),
    ["openai", "pytorch", "xgboost"],
  ],
  [
    "gradle/libs.versions.toml",
    '[libraries]\na = { group = "dev.langchain4j", name = "langchain4j", version = "1" }\n',
    ["langchain"],
  ],
  [
    "gradle/libs.versions.toml",
    '[libraries.a]\nname = "azure-ai-openai"\ngroup = "com.azure"\n[libraries.b]\nmodule = "ai.djl:api"\n',
    ["djl", "openai"],
  ],
  [
    "build.gradle",
    "implementation group: 'com.azure', name: 'azure-ai-openai', version: '1'\n",
    ["openai"],
  ],
  ["build.gradle.kts", 'implementation("com.azure", "azure-ai-openai", "1")\n', ["openai"]],
  ["build.gradle", "exclude group: 'dev.langchain4j', module: 'x'\n", []],
  ["Cargo.toml", "[dependencies]\nasync-openai.workspace = true\n", ["openai"]],
  [
    "pyproject.toml",
    '[tool.poetry]\ndescription = "for us, openai and you"\ndependencies = { torch = "2", openai = { version = "1" } }\n',
    ["openai", "pytorch"],
  ],
  ["setup.cfg", "[options]\ninstall_requires = torch>=2; openai\n", ["openai", "pytorch"]],
  ["requirements.txt", "-e git+https://host.example/x.git@v1#egg=transformers\n", ["transformers"]],
  [
    "environment.yml",
    "dependencies:\n  - conda-forge::pytorch=2\n  - pip: [openai, 'xgboost>=2']\n",
    ["openai", "pytorch", "xgboost"],
  ],
  ["go.mod", 'require\t"github.com/sashabaranov/go-openai" v1.20.0\n', ["openai"]],
  [
    "package.json",
    '{"dependencies":{"a":"npm:@langchain/core@1","b":"npm:openai"}}',
    ["langchain", "openai"],
  ],
  ["a.csproj", '<PackageReference Include="Serilog;OpenAI" />', ["openai"]],
  ["packages.config", '<package\n  id="OpenAI" version="2" />', ["openai"]],
];

test.each(spellings)("%s %j", (path, text, expected) => {
  expect(librariesInFile(path, text)).toEqual(expected);
});

const hostile = [{ toString: 1 }, [{ toString: 1 }], null, 1].flatMap((one) => [
  one,
  { cells: one },
  { cells: [one] },
  { cells: [{ source: one }] },
  { dependencies: one },
  { dependencies: { openai: one } },
]);
const forms = new Set(spellings.map(([path]) => path));

test.each([...forms])("no values in a JSON document make the reader of %s fail", (path) => {
  const readAs = (value: unknown) => librariesInFile(path, JSON.stringify(value));
  for (const value of hostile) expect(() => readAs(value)).not.toThrow();
});

test("of a notebook's cell, only what is text is read", () => {
  const source = [{ toString: 1 }, "import torch\n", 5, ["import keras\n"]];
  expect(librariesInFile("a.ipynb", JSON.stringify({ cells: [{ source }] }))).toEqual(["pytorch"]);
});

test.each([
  ["a.ipynb", cell(`from ${"a.".repeat(900)} import ${"b,".repeat(100_000)}`)],
  ["a.ipynb", cell(...Array.from({ length: 20_000 }, () => "from a import ("))],
  ["a.ipynb", cell(`import ${"a.".repeat(500_000)}`)],
  ["build.gradle", `group: "${'a" "'.repeat(200_000)}`],
  ["Cargo.toml", `a = ${'{",'.repeat(300_000)}`],
])("a hostile %s is read in linear time", (path, text) => {
  expect(finishes(() => librariesInFile(path, text))).toBe(true);
});
