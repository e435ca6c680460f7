import { mock } from 'node:test';
import { type EventPage, isProblemError, type Problem } from '@portcullis/client';
import { expect } from 'chai';
import {
  json,
  problem,
  type ScriptedAnswer,
  type SentRequest,
  scriptedClient,
} from '../../support/clients/scripted-service.ts';
import { waitUntil } from '../../support/clock/until.ts';

const eventOf = (number: number) => ({
  id: `evt_event000000000${number}`,
  type: 'profile.approved',
  timestamp: '2026-05-04T10:00:00.000Z',
  data: {
    id: 'p7f2k9x0m4c8v1b',
    object: 'profile',
    status: 'approved',
    version: number,
    reasons: [],
    previous_status: null,
  },
});

/** A page with the events up to a number; the cursor is that number. */
const page = (numbers: readonly number[], next: number, hasMore = false): Response =>
  json(200, { object: 'list', data: numbers.map(eventOf), next_after: String(next), has_more: hasMore, damaged: 0 });

const never = () => new Promise<ScriptedAnswer>(() => undefined);

/** Follows a feed that answers by a script, until it has seen so many pages. */
const followUntil = async (
  pages: number,
  answer: (request: SentRequest, number: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
  options: { readonly after?: string; readonly onOutage?: (problem: Problem) => void } = {},
) => {
  const { client, sent } = scriptedClient({ answer, options: { maxTries: 2 } });
  const stop = new AbortController();
  const seen: EventPage[] = [];
  let thrown: unknown = null;
  let isOver = false;
  const loop = async () => {
    for await (const one of client.events.follow({ ...options, types: ['profile.approved'], signal: stop.signal })) {
      seen.push(one);
      if (seen.length === pages) stop.abort();
    }
  };
  const run = loop()
    .catch((cause: unknown) => {
      thrown = cause;
    })
    .finally(() => {
      isOver = true;
    });
  await waitUntil(() => {
    mock.timers.tick(5000);
    return isOver;
  });
  await run;
  return { seen, sent, thrown };
};

describe('a loop over the feed of events', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('reads what is there, then waits at the service, each time behind the last cursor', async () => {
    const { seen, sent } = await followUntil(
      3,
      (_, number) => [page([1, 2], 2, true), page([3], 3), page([], 3), page([4], 4)][number - 1] ?? never(),
    );
    expect(
      seen.map(({ cursor, events }) => [events.map(({ data }) => 'version' in data && data.version), cursor]),
    ).to.deep.equal([
      [[1, 2], '2'],
      [[3], '3'],
      [[4], '4'],
    ]);
    const asked = sent.map(({ url }) => Object.fromEntries(url.searchParams));
    expect(asked).to.deep.equal([
      { types: 'profile.approved', wait: '0' },
      { types: 'profile.approved', after: '2', wait: '0' },
      { types: 'profile.approved', after: '3', wait: '25' },
      { types: 'profile.approved', after: '3', wait: '25' },
    ]);
  });

  it('tells of a cursor that moves without events, so that it does not grow old', async () => {
    const { seen } = await followUntil(2, (_, number) => [page([], 900, true), page([], 1800)][number - 1] ?? never());
    expect(seen.map(({ cursor }) => cursor)).to.deep.equal(['900', '1800']);
  });

  it('outlasts an outage of any length, says so, and misses nothing', async () => {
    const outages: string[] = [];
    const cut = new TypeError('fetch failed');
    const { seen, sent, thrown } = await followUntil(
      2,
      (_, number) => (number === 1 ? page([1], 1) : number <= 25 ? cut : page([2], 2)),
      { onOutage: ({ code }) => outages.push(code) },
    );
    expect(thrown).to.equal(null);
    expect(seen.map(({ cursor }) => cursor)).to.deep.equal(['1', '2']);
    expect(outages).to.deep.equal(Array.from({ length: 12 }, () => 'no_answer'));
    expect(new Set(sent.slice(1).map(({ url }) => url.searchParams.get('after')))).to.deep.equal(new Set(['1']));
  });

  it('tells of events that are no longer kept, and where those that are left begin', async () => {
    const gone = problem(410, 'events_gone', { first_cursor: 'b7.3c8f1d0e5a9b2476' });
    const { seen, thrown } = await followUntil(1, () => gone, { after: 'a1.old' });
    expect(seen).to.deep.equal([]);
    expect(isProblemError(thrown) && [thrown.problem.code, thrown.problem.first_cursor]).to.deep.equal([
      'events_gone',
      'b7.3c8f1d0e5a9b2476',
    ]);
  });

  it('ends in silence by its signal, while it waits and before it begins', async () => {
    const { client, sent } = scriptedClient({ answer: never });
    const stop = new AbortController();
    const next = client.events.follow({ signal: stop.signal }).next();
    await waitUntil(() => sent.length === 1);
    stop.abort();
    expect(await next).to.deep.equal({ done: true, value: undefined });
    expect(await client.events.follow({ signal: stop.signal }).next()).to.deep.equal({ done: true, value: undefined });
    expect(sent).to.have.length(1);
  });
});
