import type { Loader, Plugin } from "esbuild";

/** What a bundle imports as `virtual:<name>`: a text or JSON that is made while it is built. */
export type MadeModules = Readonly<
  Record<string, readonly [loader: Loader & ("text" | "json"), make: () => unknown]>
>;

/** Serves these modules to a build; what `make` of a JSON module returns is written as JSON. */
export const madeModules = (modules: MadeModules): Plugin => ({
  name: "made-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({
      path: path.slice("virtual:".length),
      namespace: "virtual",
    }));
    onLoad({ filter: /.*/, namespace: "virtual" }, async ({ path }) => {
      const found = modules[path];
      if (found === undefined) return { errors: [{ text: `There is no virtual:${path}.` }] };
      const [loader, make] = found;
      const made = await make();
      return { loader, contents: loader === "json" ? JSON.stringify(made) : String(made) };
    });
  },
});
