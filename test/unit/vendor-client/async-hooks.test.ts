import { expect } from 'chai';
import { asyncHookAlarm, asyncHookMessage } from '../../support/async-hook-alarm.ts';
import { startProgram } from '../../support/servers/program.ts';
import { startStub } from '../../support/servers/stub-server.ts';

/** Calls a vendor twice, the second time within the first, and prints the answers. */
const program = (url: string): string => `
  import { createVendorClient, unavailableFrom } from '@portcullis/vendor-client';
  const limits = { deadlineMs: 5000, maxBytes: 1024, concurrency: 1, queue: 1, maxAttempts: 2, breaker: { failures: 5, openMs: 1000 } };
  const clientOf = () => createVendorClient({ provider: 'tried', origins: ['${url}'], limits, random: () => 0, observe: () => {} });
  const [outer, inner] = [clientOf(), clientOf()];
  const name = { service: 'device', operation: 'ask' };
  const textOf = async (fetch) => (await fetch('${url}')).text();
  const nested = (signal) => inner.call(name, ({ fetch }) => async () => ({ _tag: 'Right', right: await textOf(fetch) }), signal)();
  const result = await outer.call(name, ({ fetch, signal }) => async () =>
    ({ _tag: 'Right', right: [await textOf(fetch), (await nested(signal)).right] }))();
  console.log(JSON.stringify(result.right));
`;

const usesStorage = `
  import { AsyncLocalStorage } from 'node:async_hooks';
  new AsyncLocalStorage().run('a value', () => console.log('used'));
`;

/** Answers what a program prints that is run with the alarm. */
const printedBy = async (script: string): Promise<string> => {
  const child = startProgram(process.execPath, ['--input-type=module', '-e', script], {
    env: { NODE_OPTIONS: asyncHookAlarm },
  });
  await child.ended;
  return child.printed().trim();
};

describe('a process that calls a vendor', () => {
  it('enables no async hook', async () => {
    const stub = await startStub((_request, response) => response.end('here'));
    expect(await printedBy(program(stub.url))).to.equal('["here","here"]');
    await stub.close();
  });

  it('would be found out if it did', async () => {
    expect(await printedBy(usesStorage))
      .to.contain(asyncHookMessage)
      .and.to.contain('used');
  });
});
