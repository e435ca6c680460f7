import { Client } from 'pg';

const sent = new Map<string, number>();
const send: unknown = Client.prototype.query;
const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown => typeof value === 'function';

/** Notes the text of a statement that is sent as an object, as the adapter sends all of its statements. */
function noted(this: Client, ...args: readonly unknown[]): unknown {
  const [config] = args;
  const text: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'text') : undefined;
  if (typeof text === 'string') sent.set(text, (sent.get(text) ?? 0) + 1);
  return isFunction(send) ? Reflect.apply(send, this, args) : undefined;
}

Reflect.set(Client.prototype, 'query', noted);

/** Every statement that the adapter has sent in this process since this file was loaded, and how often. */
export const sentStatements = (): ReadonlyMap<string, number> => sent;

/** The statements that the adapter sends while something is done, in their order of first use, with how often. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = new Map(sent);
  await work();
  return [...sent].flatMap(([text, count]) => Array.from({ length: count - (before.get(text) ?? 0) }, () => text));
};
