/** The tokens of a text that is known to be JSON: braces, brackets, commas, strings and scalars. */
export function* tokensOf(text: string): Generator<string> {
  const other = /[^\s"{}[\],:]+/y;
  for (let at = 0; at < text.length; ) {
    let end = at + 1;
    if (text[at] === '"') {
      while (text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
      end += 1;
    } else {
      other.lastIndex = at;
      if (other.test(text)) end = other.lastIndex;
    }
    if (!/[\s:]/.test(text[at] as string)) yield text.slice(at, end);
    at = end;
  }
}

/**
 * Half a sentence about the first member that two parsers would read differently: a name that its
 * object has twice, or `__proto__`; null if there is none.
 * @param text known to be JSON
 */
export function oddMember(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let atName = false;
  for (const token of tokensOf(text)) {
    const names = open.at(-1);
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
      atName = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      atName = false;
    } else if (token === ",") {
      atName = names instanceof Set;
    } else if (atName && names instanceof Set) {
      const name = JSON.parse(token) as string;
      if (names.has(name)) return `it has the member "${name}" twice`;
      if (name === "__proto__") return 'it has a member named "__proto__"';
      names.add(name);
      atName = false;
    }
  }
  return null;
}
