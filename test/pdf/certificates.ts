import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { drawCertificate } from "#shared/platform/pdf/draw-certificate.ts";
import { names } from "#test/support/names.ts";

/*
 * Draws 20 certificates with names and texts of many scripts, up to 100 rules, for an independent
 * validator: `node bin/run.mjs test/pdf/certificates.ts FOLDER`, then `test/pdf/verapdf.sh FOLDER`.
 */

const folder = process.argv[2] ?? "certificates";
const require = createRequire(import.meta.url);
const noto = dirname(require.resolve("@expo-google-fonts/noto-sans/package.json"));
const fonts = {
  regular: readFileSync(join(noto, "400Regular/NotoSans_400Regular.ttf")),
  bold: readFileSync(join(noto, "700Bold/NotoSans_700Bold.ttf")),
};
const hash = "0123456789abcdef".repeat(4);
const pair = (label: string, value: string) => ({ label, value });

mkdirSync(folder, { recursive: true });
for (const [index, name] of names.entries()) {
  const count = [1, 3, 40, 100][index % 4] ?? 1;
  const bytes = await drawCertificate(
    {
      title: "Certificate of review",
      lead: `${name} reviewed ${count} rules of the EU AI Act and decided: approved.`,
      facts: [
        pair("Counsel", `${name} <counsel@law.example>`),
        pair("Firm", `${name} & Partners`),
        pair("Wording (SHA-256)", hash),
        pair("Verifier key (Ed25519)", `api.example/evidence/log+0a1b2c3d+${"A".repeat(44)}`),
      ],
      procedure: ["Get the verifier.", "Get the key.", "Run it.", "Compare."],
      proofUrl: index % 5 === 0 ? null : `https://api.example/evidence/log/proof/${hash}`,
      signed: [],
      comment:
        index % 3 === 0 ? null : `${name}: ${"Ziffer 3 – „so nicht“. ".repeat(150)}\n\n${name}`,
      verdicts:
        index % 2 === 0
          ? []
          : [{ heading: `Art. 50(2) ${name}: sent back`, text: `${name}\n${"Nein. ".repeat(90)}` }],
      rules: Array.from({ length: count }, (_, at) => ({
        heading: `Rule ${at + 1} ${name} (rule.${at + 1})`,
        facts: [
          pair("Citation", "Art. 50(2) https://eur-lex.europa.eu/eli/reg/2024/1689/oj"),
          pair("Description", `${name} ${"Providers shall ensure that … ".repeat(1 + (at % 40))}`),
          pair("Verdict copy", "x".repeat(1 + ((at * 37) % 900))),
        ],
      })),
      decidedAt: "2026-03-03T09:20:00.000Z",
      subject: "Request 5c8e0a80-0000-4000-8000-000000000001",
    },
    `{"name":${JSON.stringify(name)}}`,
    fonts,
  );
  writeFileSync(join(folder, `${String(index + 1).padStart(2, "0")}.pdf`), bytes);
}
console.log(`${names.length} certificates in ${folder}`);
