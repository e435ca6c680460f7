/** The text that a program prints for each async hook that it enables. */
export const asyncHookMessage = 'an async hook was enabled';

const alarm = `
  import { AsyncLocalStorage, createHook } from 'node:async_hooks';
  const hooks = Object.getPrototypeOf(createHook({}));
  for (const [owner, name] of [[hooks, 'enable'], [AsyncLocalStorage.prototype, 'run'], [AsyncLocalStorage.prototype, 'enterWith']]) {
    const original = owner[name];
    owner[name] = function (...given) {
      console.error(${JSON.stringify(asyncHookMessage)}, new Error().stack.split('\\n').slice(2, 5).join(' '));
      return original.apply(this, given);
    };
  }
`;

/**
 * The value of `NODE_OPTIONS` with which a program reports each async hook, and each use of an `AsyncLocalStorage`,
 * which needs one in Node 20 and 22: it makes every promise of the process slower, from the first use on.
 */
export const asyncHookAlarm = `--import=data:text/javascript,${encodeURIComponent(alarm)}`;
