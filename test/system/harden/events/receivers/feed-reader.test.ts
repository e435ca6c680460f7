import { expect } from 'chai';
import { countDisordered, followFeed, type ReadEvent } from './feed-reader.ts';

const ofProfile = (n: number, version: number) => ({
  id: `evt_${n}`,
  type: 'profile.approved',
  data: { id: 'profile', object: 'profile', version },
});
const ofEndpoint = {
  id: 'evt_9',
  type: 'endpoint.disabled',
  data: { id: 'endpoint', object: 'webhook_endpoint', status: 'disabled', reason: 'failing' },
};

/** What a reader gets of a feed with these events. */
const readOf = async (...data: readonly object[]): Promise<readonly ReadEvent[]> => {
  const page = { object: 'list', data, next_after: 'b1.0123456789abcdef', has_more: false, damaged: 0 };
  const answer = { ms: 1, status: 200, bytes: Buffer.from(JSON.stringify(page)), headers: {} };
  const reader = followFeed({ ask: async () => answer, token: '' }, null);
  await reader.stop();
  return reader.events;
};

describe('the reader of the feed', () => {
  it('reads events of profiles and of endpoints, of which only those of profiles have a version', async () => {
    const events = await readOf(ofProfile(1, 3), ofEndpoint);
    expect(events.map(({ id, subjectId, version }) => [id, subjectId, version])).to.deep.equal([
      ['evt_1', 'profile', 3],
      ['evt_9', 'endpoint', null],
    ]);
    expect(events[1]?.text).to.equal(JSON.stringify(ofEndpoint));
  });

  it('finds an event behind a later one of its profile, and none that is of an endpoint', async () => {
    expect(countDisordered(await readOf(ofProfile(1, 1), ofEndpoint, ofProfile(2, 2), ofEndpoint))).to.equal(0);
    expect(countDisordered(await readOf(ofProfile(1, 2), ofProfile(2, 1), ofProfile(3, 2)))).to.equal(2);
  });
});
