/** Made by the build (infra/build.ts): the OpenAPI document as text. */
declare module "virtual:openapi" {
  const document: string;
  export default document;
}

/** Made by the build: the offline verifier (shared/domain/evidence/verify-bundle.mjs) as text. */
declare module "virtual:verifier" {
  const program: string;
  export default program;
}

/** Made by the build: style sheet and script of the counsel page, minified. */
declare module "virtual:counsel-page" {
  export const style: string;
  export const script: string;
}
