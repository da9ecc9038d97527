import type { Item } from "./read.ts";

/*
 * Adds what a transaction needs when it is sent: signatures of its inserts, the numbers of outbox
 * items, and the signer's certificate. Each insert brings its own signer, so that a function that signs
 * nothing does not include the code for it.
 */

/** The parts of a transaction's action that matter here. */
interface Action {
  Put?: { Item?: Item | undefined };
  Update?: { ExpressionAttributeValues?: Item | undefined };
}

/** A text's signature by this instance, with its certificate. */
interface Signature {
  /** SHA-256 of the public key. */
  writer: string;
  certificate: { certificate: string; signature: string };
  /** Base64. */
  signature: string;
}

/** Signatures in the order of the texts. */
interface Signatures {
  signatures: readonly Signature[];
  /**
   * The certificate's item, to be written with the signed items; null once a transaction has stored it.
   */
  certificate: Item | null;
  /** Call it once the transaction has committed. */
  stored: () => void;
}
export type SignTexts = (texts: readonly string[]) => Promise<Signatures>;

interface ToBeSigned {
  text: string;
  sign: SignTexts;
  /** The attributes that the item gets. */
  signed: (by: Signature) => Item;
}

const unsigned = new WeakMap<Action, ToBeSigned>();
const outboxItems = new WeakSet<Action>();
const namingWriter = new WeakSet<Action>();

/** Lets this instance sign an insert when it is sent. */
export function toBeSigned<A extends Action>(insert: A, how: ToBeSigned): A {
  unsigned.set(insert, how);
  return insert;
}

/**
 * Numbers an item of the sequencer's outbox in the order of its transaction's rows, when it is sent.
 */
export function toBeNumbered<A extends Action>(insert: A): A {
  outboxItems.add(insert);
  return insert;
}

/** Stands in an update for the signer of its transaction; DynamoDB stores no symbol. */
export const SIGNER = Symbol("who signs");

/** Adds the signer of its transaction to an item, or to an update in place of {@link SIGNER}. */
export function toNameWriter<A extends Action>(write: A): A {
  namingWriter.add(write);
  return write;
}

/** The same for an action that replaces another one. */
export const alsoNamesWriter = <A extends Action>(before: A, after: A): A =>
  namingWriter.has(before) ? toNameWriter(after) : after;

interface SignedActions<A> extends Omit<Signatures, "signatures"> {
  /** The actions in their order. */
  whole: readonly A[];
}

/** @throws DomainError `dependency_unavailable` if this instance cannot be certified */
export async function signed<A extends Action>(actions: readonly A[]): Promise<SignedActions<A>> {
  const inserts = actions.flatMap((action) => {
    const how = unsigned.get(action);
    return how === undefined ? [] : [{ action, how }];
  });
  const [first] = inserts;
  if (first === undefined) return { whole: actions, certificate: null, stored: () => {} };
  const texts = inserts.map(({ how }) => how.text);
  const { signatures, certificate, stored } = await first.how.sign(texts);
  const numbered = actions.filter((action) => outboxItems.has(action));
  const added = new Map<Action, Item>([
    ...inserts.map(
      ({ action, how }, i) => [action, how.signed(signatures[i] as Signature)] as const,
    ),
    ...numbered.map((one, i) => [one, { number: i + 1 }] as const),
  ]);
  const [{ writer } = { writer: "" }] = signatures;
  const whole = actions.map((action) => {
    const { Put, Update } = action;
    if (Update !== undefined && namingWriter.has(action)) {
      const values = Object.fromEntries(
        Object.entries(Update.ExpressionAttributeValues ?? {}).map(([name, value]) => [
          name,
          value === SIGNER ? writer : value,
        ]),
      );
      return { ...action, Update: { ...Update, ExpressionAttributeValues: values } };
    }
    const more = namingWriter.has(action) ? { writer } : added.get(action);
    if (Put === undefined || more === undefined) return action;
    return { ...action, Put: { ...Put, Item: { ...Put.Item, ...more } } };
  });
  return { whole, certificate, stored };
}
