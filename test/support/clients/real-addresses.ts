import { syncBuiltinESMExports } from 'node:module';
import nock from 'nock';

// Importing nock puts it between every test of this process and its connections.
nock.restore();
syncBuiltinESMExports();

/**
 * Plays vendors at their real addresses for the tests of a `describe`. Nothing leaves the process: a request for which
 * a test has no answer fails, and so does its test.
 */
export const useRealAddresses = (): void => {
  let unexpected: string[] = [];
  const note = ({ host, method }: { readonly host?: string; readonly method?: string }): void => {
    unexpected.push(`${method} ${host}`);
  };
  before(() => {
    nock.activate();
    syncBuiltinESMExports();
    nock.disableNetConnect();
    nock.emitter.on('no match', note);
  });
  afterEach('every request had an answer', () => {
    const missed = unexpected;
    unexpected = [];
    nock.cleanAll();
    if (missed.length > 0) throw new Error(`nobody answers ${missed.join(', ')}`);
  });
  after(() => {
    nock.emitter.off('no match', note);
    nock.enableNetConnect();
    nock.restore();
    syncBuiltinESMExports();
  });
};
