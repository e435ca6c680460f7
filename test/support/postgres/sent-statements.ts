import { Client } from 'pg';

const sent: string[] = [];
const send: unknown = Client.prototype.query;
const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown => typeof value === 'function';

/** Notes the text of a statement that is sent as an object, as the adapter sends all of its statements. */
function noted(this: Client, ...args: readonly unknown[]): unknown {
  const [config] = args;
  const text: unknown = typeof config === 'object' && config !== null ? Reflect.get(config, 'text') : undefined;
  if (typeof text === 'string') sent.push(text);
  return isFunction(send) ? Reflect.apply(send, this, args) : undefined;
}

Reflect.set(Client.prototype, 'query', noted);

/** Every statement that the adapter has sent in this process since this file was loaded. */
export const sentStatements = (): ReadonlySet<string> => new Set(sent);

/** The statements that the adapter sends while something is done, in their order. */
export const statementsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const before = sent.length;
  await work();
  return sent.slice(before);
};
