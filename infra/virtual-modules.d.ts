/** Made by the build (infra/build.ts): the OpenAPI document as text. */
declare module "virtual:openapi" {
  const document: string;
  export default document;
}
