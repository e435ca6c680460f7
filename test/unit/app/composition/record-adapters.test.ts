import { createContainer, silentLogger, Tokens } from '@portcullis/app';
import { expect } from 'chai';
import { configOf } from '../../../support/builders/configurations.ts';

const profile = { id: 'abc000000000001', tenant: { partnerId: 'p1', teamId: null } };

const fingerprints = {
  partnerId: 'p1',
  profileId: profile.id,
  attempt: 1,
  at: '2026-01-01T00:00:00.000Z',
  reference: 'a'.repeat(64),
  digests: { document: [], person: [], image: [], device: [] },
};

/** The labels of all calls that were counted. */
const labelsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^portcullis_port_call_duration_seconds_count\{(.*)\}/gm)].map(([, labels]) => `${labels}`).sort();

describe('the metrics of the record stores', () => {
  it('keep the names of operations whose methods have others', async () => {
    // Nothing listens at this port: a call that fails is counted as well.
    const config = configOf({ DATABASE_URL: 'http://127.0.0.1:1/' });
    const container = await createContainer(config, 'sandbox', silentLogger);
    const index = container.get(Tokens.duplicateIndex);
    const eraser = container.get(Tokens.eraser);
    const files = container.get(Tokens.files);
    await index.partnerKey('p1')();
    await index.record(fingerprints, 60)();
    await eraser.erase(profile)();
    await eraser.purge()();
    await files.get(profile.id, 'abc000000000002')();
    const labels = (service: string, operation: string) =>
      `service="${service}",provider="pocketbase",operation="${operation}"`;
    expect(labelsIn(await container.get(Tokens.metrics).text())).to.deep.equal([
      ...['erase', 'keyOf', 'note', 'scrub'].map((operation) => labels('database', operation)),
      labels('files', 'get'),
    ]);
  });
});
