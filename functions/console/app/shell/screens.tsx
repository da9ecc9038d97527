import type { ComponentType } from "preact";
import { Route, Switch } from "wouter-preact";
import { may, type Operation } from "./client.ts";
import { NotFound } from "./frame.tsx";

/** A path of an area, its screen, and what whoever sees it may call, if not everybody does. */
type Entry = readonly [path: string, Screen: ComponentType<never>, needs?: Operation];

/** The screens of an area; a path's parameters are its screen's properties. */
export const screens =
  (...entries: readonly Entry[]) =>
  () => (
    <Switch>
      {entries.map(([path, Screen, needs]) => {
        const Shown = Screen as ComponentType<object>;
        return (
          <Route key={path} path={path}>
            {(params) =>
              needs === undefined || may(needs) ? (
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
