import type { Loader, Plugin } from "esbuild";

/** What a bundle imports as `virtual:<name>`: a text or JSON that we make during the build. */
export type MadeModules = Readonly<
  Record<string, readonly [loader: Loader & ("text" | "json"), make: () => unknown]>
>;

/** Serves these modules to a build. What `make` of a JSON module returns is written as JSON. */
export const madeModules = (modules: MadeModules): Plugin => ({
  name: "made-modules",
  setup({ onResolve, onLoad }) {
    // A build in parts asks for each one again for every function that has it.
    const known = new Map<string, Promise<string>>();
    onResolve({ filter: /^virtual:/ }, ({ path }) => ({
      path: path.slice("virtual:".length),
      namespace: "virtual",
    }));
    onLoad({ filter: /.*/, namespace: "virtual" }, async ({ path }) => {
      const found = modules[path];
      if (found === undefined) return { errors: [{ text: `There is no virtual:${path}.` }] };
      const made = known.get(path) ?? textOf(found);
      known.set(path, made);
      return { loader: found[0], contents: await made };
    });
  },
});

async function textOf([loader, make]: MadeModules[string]): Promise<string> {
  const made = await make();
  return loader === "json" ? JSON.stringify(made) : String(made);
}
