/** Made by the build (infra/build.ts): the OpenAPI document as text. */
declare module "virtual:openapi" {
  const document: string;
  export default document;
}

/** Made by the build: the files of the API's reference (infra/docs-files.ts). */
declare module "virtual:docs" {
  export const files: readonly { name: string; type: string }[];
}

/** Made by the build: the offline verifier (shared/domain/evidence/verify-bundle.mjs) as text. */
declare module "virtual:verifier" {
  const program: string;
  export default program;
}

/** Made by the build: the console's files (infra/console-files.ts). */
declare module "virtual:console" {
  /** gzip: base64 of the packed bytes. */
  export const files: readonly { name: string; type: string; gzip: string }[];
  export const script: string;
  export const style: string;
  /** Further files that the script needs before anything is shown. */
  export const preload: readonly string[];
  /** By the first word of a screen's path, the files it needs besides. */
  export const screens: Readonly<Record<string, readonly string[]>>;
  /** The script at the page's head, and its hash for the policy. */
  export const start: { text: string; hash: string };
  /** The file that names what is fetched while the sign-in provider is asked. */
  export const ahead: string;
}

/** Made by the build, for the console: each operation's method, path and access word. */
declare module "virtual:operations" {
  const operations: Readonly<Record<string, readonly [string, string, string]>>;
  export default operations;
}

/** Made by the build: style sheet and script of the counsel page, minified. */
declare module "virtual:counsel-page" {
  export const style: string;
  export const script: string;
  /** Of the page on which counsel makes a passkey. */
  export const keyScript: string;
}

/** Style sheets that the console's script brings along. */
declare module "*.css";

/** Made by the build, for the console: the offline verifier, to be run in a page. */
declare module "virtual:bundle-verifier" {
  /** Checks the one file there is. @returns the program's exit code */
  export default function main(): number;
}
