import { TE } from '@portcullis/domain';
import { eventsGone, limitReached } from '@portcullis/domain/kernel';
import { encodeFeedCursor } from '@portcullis/events/ports';
import type { AccessEvent, AccessRecorder, Services } from '@portcullis/http';
import { expect } from 'chai';
import { openConnection } from '../support/http/connection.ts';
import { openServer, type TestServer } from '../support/http/server.ts';
import { ada, stubServices, theEvent } from '../support/http/stub-services.ts';

const headers = { authorization: 'Bearer only.events.read' };
const cursor = encodeFeedCursor('acme', 3);

describe('the feed of events', () => {
  const asked: Parameters<Services['followEvents']>[0][] = [];
  const looks: AccessEvent[] = [];
  const access: AccessRecorder = { hasRoom: () => true, record: (event) => void looks.push(event) };
  let answer: ReturnType<Services['followEvents']> = TE.right({ events: [], next: 0, hasMore: false, damaged: 0 });
  let server: TestServer;

  before(async () => {
    const followEvents: Services['followEvents'] = (input) => {
      asked.push(input);
      return answer;
    };
    server = await openServer({ services: stubServices({ followEvents }), access }, { httpAllowHalfOpen: true });
  });
  after(() => server.close());
  beforeEach(() => {
    asked.length = 0;
    looks.length = 0;
    answer = TE.right({ events: [theEvent], next: 3, hasMore: false, damaged: 0 });
  });
  const ask = (query = '') => server.send({ path: `/api/events${query}`, headers });

  it('answers events without anything of the person, and the cursor behind them', async () => {
    const { json, status, text } = await ask();
    expect(status).to.equal(200);
    expect(json).to.deep.equal({
      object: 'list',
      data: [
        {
          id: 'evt_entry0000000001',
          type: 'profile.approved',
          timestamp: theEvent.event.at,
          data: {
            id: ada,
            object: 'profile',
            status: 'approved',
            version: 9,
            reasons: [],
            previous_status: 'processing',
          },
        },
      ],
      next_after: cursor,
      has_more: false,
      damaged: 0,
    });
    expect(Buffer.byteLength(text)).to.be.below(2048);
  });

  it('answers that an endpoint is disabled, which is no look at a profile', async () => {
    const event = { type: 'endpoint.disabled', at: theEvent.event.at, endpointId: 'w4h8k2m6q0s5v9x' } as const;
    const disabled = { ...theEvent, event: { ...event, reason: 'failing' as const } };
    answer = TE.right({ events: [disabled], next: 3, hasMore: false, damaged: 0 });
    const { json, status } = await ask('?types=endpoint.disabled');
    expect([status, asked[0]?.types]).to.deep.equal([200, ['endpoint.disabled']]);
    expect(json).to.deep.include({
      data: [
        {
          id: 'evt_entry0000000001',
          type: 'endpoint.disabled',
          timestamp: theEvent.event.at,
          data: { id: 'w4h8k2m6q0s5v9x', object: 'webhook_endpoint', status: 'disabled', reason: 'failing' },
        },
      ],
    });
    expect(looks).to.deep.equal([]);
  });

  it('takes its cursor, types, limit and wait from the query', async () => {
    await ask(`?after=${cursor}&types=profile.approved,profile.declined&limit=7&wait=25`);
    const [{ onGone: _, caller, ...input } = {}] = asked;
    expect(caller?.tenant).to.deep.equal({ partnerId: 'acme', teamId: null });
    expect(input).to.deep.equal({
      after: 3,
      types: ['profile.approved', 'profile.declined'],
      limit: 7,
      waitMs: 25_000,
    });
    await ask();
    expect(asked[1]).to.deep.include({ after: null, types: null, limit: 100, waitMs: 0 });
  });

  for (const [what, query] of Object.entries({
    'a cursor of another partner': `?after=${encodeFeedCursor('globex', 3)}`,
    'a cursor that was changed': `?after=4.${cursor.slice(2)}`,
    'a wait of more than 25 seconds': '?wait=26',
    'a type that does not exist': '?types=profile.paid',
    'more than a hundred events': '?limit=101',
    'a field that nobody knows': '?since=2026-05-01',
  }))
    it(`refuses ${what}`, async () => {
      expect(await ask(query)).to.include({ status: 400 });
      expect(asked).to.deep.equal([]);
    });

  it('answers an old cursor with 410 and the first cursor that is left', async () => {
    answer = TE.left(eventsGone(cursor));
    const { json, status } = await ask();
    expect(status).to.equal(410);
    expect(json).to.deep.include({ code: 'events_gone', first_cursor: cursor, retryable: false });
  });

  it('answers 429 with Retry-After where too many wait', async () => {
    answer = TE.left(limitReached('event_waiters', 'Too many wait.', 5));
    const { headers: received, json, status } = await ask('?wait=5');
    expect([status, received['retry-after']]).to.deep.equal([429, '5']);
    expect(json).to.deep.include({ code: 'rate_limited' });
  });

  it('is a line of the access log with the profiles that it shows', async () => {
    await ask();
    expect(looks.map(({ operation, profileIds }) => [operation, profileIds])).to.deep.equal([['readEvents', [ada]]]);
  });

  it('is no line of the access log while it shows no event, however long it was waited for', async () => {
    answer = TE.right({ events: [], next: 3, hasMore: false, damaged: 0 });
    expect(await ask('?wait=25')).to.include({ status: 200 });
    expect(looks).to.deep.equal([]);
  });

  it('needs the scope events:read, and is for no person', async () => {
    for (const [token, status] of [
      ['only.profiles.read', 403],
      ['flow', 403],
      ['machine', 200],
    ] as const)
      expect(
        await server.send({ path: '/api/events', headers: { authorization: `Bearer ${token}` } }),
        token,
      ).to.include({ status });
  });

  it('ends a wait when its client disconnects, which looks like a client that ends its side', async () => {
    let isGone: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      isGone = resolve;
    });
    const waits = new Promise<void>((begun) => {
      answer = async () => {
        asked[0]?.onGone(isGone);
        begun();
        await gone;
        return TE.right({ events: [], next: 3, hasMore: false, damaged: 0 })();
      };
    });
    const connection = openConnection(server.port);
    await connection.write(
      `GET /api/events?wait=25 HTTP/1.1\r\nHost: a\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
    );
    await waits;
    connection.close();
    await gone;
  });
});
