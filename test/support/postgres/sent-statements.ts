import { Client } from 'pg';

/** A statement with the values of its parameters. */
export type SentStatement = { readonly text: string; readonly values: readonly unknown[] };

const sent: SentStatement[] = [];
const send: unknown = Client.prototype.query;
const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown => typeof value === 'function';

/** Notes the text of a statement that is sent as an object, as the adapter sends all of its statements. */
function noted(this: Client, ...args: readonly unknown[]): unknown {
  const [config] = args;
  if (typeof config === 'object' && config !== null) {
    const text: unknown = Reflect.get(config, 'text');
    const values: unknown = Reflect.get(config, 'values');
    if (typeof text === 'string') sent.push({ text, values: Array.isArray(values) ? values : [] });
  }
  return isFunction(send) ? Reflect.apply(send, this, args) : undefined;
}

Reflect.set(Client.prototype, 'query', noted);

/** Every statement that the adapter has sent in this process since this file was loaded. */
export const sentStatements = (): ReadonlySet<string> => new Set(sent.map(({ text }) => text));

/** The statements with their values that the adapter sends while something is done, in their order. */
export const queriesOf = async (work: () => Promise<unknown>): Promise<readonly SentStatement[]> => {
  const before = sent.length;
  await work();
  return sent.slice(before);
};

/** The texts of the statements that the adapter sends while something is done, in their order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> =>
  (await queriesOf(work)).map(({ text }) => text);
