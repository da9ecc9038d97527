import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname } from "node:path";

/** The functions that draw certificates and our other PDFs. */
export const certificateDrawers: readonly string[] = [
  "getCertificate",
  "getPanelCertificate",
  "getRoomCertificate",
  "getMachineCertificate",
  "getSignedCertificate",
  "putSignedCertificate",
  "putCounselSignedCertificate",
  "getCounselCertificate",
  "getCounselRequestFile",
];

/** Writes fonts and colour profile next to the functions that draw with them. */
export async function writeCertificateFiles(outdir: string): Promise<void> {
  for (const id of certificateDrawers) await writeDrawingFiles(`${outdir}/${id}`);
}

/** Copies the fonts and the colour profile from their packages into one folder. */
export async function writeDrawingFiles(folder: string): Promise<void> {
  // Not import.meta.resolve: tests build too, and their module runner does not support it.
  const require = createRequire(import.meta.url);
  const files = {
    "fonts/regular.ttf": require.resolve(
      "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
    ),
    "fonts/bold.ttf": require.resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf"),
    // pdfkit looks for it here.
    "data/sRGB_IEC61966_2_1.icc": `${dirname(require.resolve("pdfkit"))}/data/sRGB_IEC61966_2_1.icc`,
  };
  for (const [name, source] of Object.entries(files)) {
    const target = `${folder}/${name}`;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
}
