import type { ComponentType } from "preact";
import { Route, Switch } from "wouter-preact";
import { isOffLimits, may, type Operation } from "./client.ts";
import { NotFound } from "./frame.tsx";

/** The properties that a path's parameters give to its screen. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

/** A path of an area, its screen, and the operation that a user must be able to call to see it. */
type Entry<Path extends string> = readonly [
  path: Path,
  Screen: ComponentType<Params<Path>>,
  needs?: Operation | undefined,
];

/** The screens of an area; a path's parameters are its screen's properties. */
export const screens =
  <const Paths extends readonly string[]>(...entries: { [I in keyof Paths]: Entry<Paths[I]> }) =>
  () => (
    <Switch>
      {entries.map(([path, Screen, needs]) => {
        const Shown = Screen as ComponentType<object>;
        return (
          <Route key={path} path={path}>
            {(params) =>
              !isOffLimits(path) && (needs === undefined || may(needs)) ? (
                <Shown key={JSON.stringify(params)} {...params} />
              ) : (
                <NotFound />
              )
            }
          </Route>
        );
      })}
      <Route component={NotFound} />
    </Switch>
  );
