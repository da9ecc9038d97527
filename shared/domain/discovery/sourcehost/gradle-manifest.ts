import { linesOf, quotedWithKeys } from "./manifest-text.ts";

/**
 * Coordinates in a Gradle build or version catalog: `"group:name:version"`, `group = "…"` with
 * `name = "…"` in either order, also on lines of their own, and `("group", "name")`. A name that is
 * followed by another entry's group gives one pair too many, which is ignored later.
 */
export function* gradle(text: string): Iterable<string> {
  let group = "";
  let name = "";
  for (const line of linesOf(text)) {
    let before = "";
    for (const { key, value } of quotedWithKeys(line)) {
      const [first, second] = value.split(":");
      if (first && second) yield `${first}:${second}`;
      if (key === "" && before !== "") yield `${before}:${value}`;
      before = value;
      if (line.includes("exclude") || (key !== "group" && key !== "name")) continue;
      if (key === "group") group = value;
      else name = value;
      if (group !== "" && name !== "") yield `${group}:${name}`;
    }
  }
}
