import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { endpointsCommand } from '#cli/commands/endpoints-command';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';
import { runSeparately } from '../../../support/services/commands.ts';

const id = 'w4h8k2m6q0s5v9x';
const endpoint = {
  id,
  object: 'webhook_endpoint',
  url: 'https://acme.example/hooks',
  description: null,
  types: ['profile.approved', 'profile.declined'],
  status: 'enabled',
  disabled_reason: null,
};
const line = `${id}  enabled               https://acme.example/hooks  profile.approved,profile.declined`;
const answered = { delivered: true, status: 204, failure: null, ms: 87, address: '203.0.113.7' };
const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;

describe('npx portcullis endpoints', () => {
  let service: StubServer | null = null;
  afterEach(async () => {
    await service?.close();
    service = null;
  });

  /** Runs the command against a service with one answer, and answers what was asked of it besides the token. */
  const endpoints = async (
    answer: { readonly status?: number; readonly body: unknown },
    ...args: readonly string[]
  ) => {
    const asked: unknown[] = [];
    service = await startStub(async (request, response) => {
      const body = await text(request);
      if (request.url === '/api/auth/token') {
        const token = { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600, scope: 'webhooks:manage' };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(token));
        return;
      }
      asked.push([`${request.method} ${request.url}`, ...(body === '' ? [] : [JSON.parse(body)])]);
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    });
    const env = { PORTCULLIS_URL: service.url, PORTCULLIS_CLIENT_ID: 'acme', PORTCULLIS_CLIENT_SECRET: 's3cr3t' };
    const run = await runSeparately(endpointsCommand, env, ...args);
    await service.close();
    return { ...run, asked };
  };

  it('list prints the endpoints, for people or for programs', async () => {
    const disabled = { ...endpoint, types: null, status: 'disabled', disabled_reason: 'failing' };
    const body = { object: 'list', data: [endpoint, disabled], next_cursor: null };
    const shown = await endpoints({ body }, 'list');
    expect(shown.asked).to.deep.equal([['GET /api/webhook-endpoints']]);
    expect([shown.code, shown.lines]).to.deep.equal([
      0,
      [line, `${id}  disabled (failing)    https://acme.example/hooks  all types`],
    ]);
    const json = await endpoints({ body }, 'list', '--json');
    expect(json.lines.map((one) => JSON.parse(one))).to.deep.equal([endpoint, disabled]);
  });

  it('create prints the endpoint and its secret, and what became of the ping', async () => {
    const args = ['create', endpoint.url, '--types', 'profile.approved,profile.declined', '--description', 'Staging'];
    const created = await endpoints({ status: 201, body: { endpoint, secret, ping: answered } }, ...args);
    expect(created.asked).to.deep.equal([
      ['POST /api/webhook-endpoints', { url: endpoint.url, types: endpoint.types, description: 'Staging' }],
    ]);
    expect(created.lines).to.deep.equal([
      line,
      `Secret: ${secret} (it is not told again)`,
      'Its ping was answered with 204.',
    ]);
    expect(created.code).to.equal(0);
  });

  it('says that an endpoint stays unverified whose ping was not answered, and tells its secret all the same', async () => {
    const ping = { ...answered, delivered: false, status: null, failure: 'connection_refused' };
    const unverified = { ...endpoint, status: 'unverified' };
    const created = await endpoints(
      { status: 201, body: { endpoint: unverified, secret, ping } },
      'create',
      endpoint.url,
    );
    expect(created.code).to.equal(1);
    expect(created.lines[1]).to.include(secret);
    expect(created.errors[0]).to.match(/^Its ping was not accepted \(connection_refused\)\. /);
    const pinged = await endpoints({ body: { endpoint, ping: { ...ping, status: 500, failure: null } } }, 'ping', id);
    expect([pinged.code, pinged.lines]).to.deep.equal([1, [line]]);
    expect(pinged.errors[0]).to.include('(500)');
  });

  it('ping, rotate, disable, enable and delete ask for one endpoint', async () => {
    const path = `/api/webhook-endpoints/${id}`;
    const ping = await endpoints({ body: { endpoint, ping: answered } }, 'ping', id);
    const rotate = await endpoints({ body: { endpoint, secret } }, 'rotate', id);
    const disable = await endpoints({ body: { ...endpoint, status: 'disabled' } }, 'disable', id);
    const enable = await endpoints({ body: endpoint }, 'enable', id);
    const removed = await endpoints({ body: { id, object: 'webhook_endpoint', deleted: true } }, 'delete', id);
    const runs = [ping, rotate, disable, enable, removed];
    expect(runs.map(({ asked, code }) => [code, asked])).to.deep.equal([
      [0, [[`POST ${path}/ping`]]],
      [0, [[`POST ${path}/rotate-secret`]]],
      [0, [[`PATCH ${path}`, { status: 'disabled' }]]],
      [0, [[`PATCH ${path}`, { status: 'enabled' }]]],
      [0, [[`DELETE ${path}`]]],
    ]);
    expect(rotate.lines).to.deep.equal([line, `Secret: ${secret} (it is not told again)`]);
    expect(removed.lines).to.deep.equal([]);
  });

  it('tries prints the log, page by page up to a limit, for people or for programs', async () => {
    const delivered = {
      event_id: 'evt_e1d2f3g4h5j6k7l',
      at: '2026-05-04T10:00:00.000Z',
      attempt: 2,
      outcome: 'delivered',
      status: 204,
      failure: null,
      ms: 87,
      address: '203.0.113.7',
    };
    const failed = {
      ...delivered,
      attempt: 1,
      outcome: 'failed',
      status: null,
      failure: 'dns_failed',
      address: null,
    };
    const cursor = '2026-05-04T10:00:00.000Z/w4h8k2m6q0s5v9x';
    const body = { object: 'list', data: [delivered, failed], next_cursor: cursor };
    const shown = await endpoints({ body }, 'tries', id, '--limit', '3');
    const path = `GET /api/webhook-endpoints/${id}/deliveries`;
    expect(shown.asked).to.deep.equal([[path], [`${path}?cursor=${encodeURIComponent(cursor)}`]]);
    const first = '2026-05-04T10:00:00.000Z  evt_e1d2f3g4h5j6k7l  try 2  delivered  204  87 ms  203.0.113.7';
    const second = '2026-05-04T10:00:00.000Z  evt_e1d2f3g4h5j6k7l  try 1  failed     dns_failed  87 ms  no address';
    expect([shown.code, shown.lines]).to.deep.equal([0, [first, second, first]]);
    const json = await endpoints({ body: { ...body, next_cursor: null } }, 'tries', id, '--json');
    expect(json.lines.map((one) => JSON.parse(one))).to.deep.equal([delivered, failed]);
  });

  it('dead-letters prints what was given up', async () => {
    const letter = { event_id: 'evt_e1d2f3g4h5j6k7l', attempts: 10, given_up_at: '2026-05-04T10:00:00.000Z' };
    const shown = await endpoints({ body: { data: [letter], next_cursor: null } }, 'dead-letters', id);
    expect(shown.asked).to.deep.equal([[`GET /api/webhook-endpoints/${id}/dead-letters`]]);
    expect(shown.lines).to.deep.equal(['2026-05-04T10:00:00.000Z  evt_e1d2f3g4h5j6k7l  10 tries']);
  });

  it('replay asks for one event, for what is behind a cursor, or for everything that was given up', async () => {
    const event = 'evt_e1d2f3g4h5j6k7l';
    const after = 'b7.3c8f1d0e5a9b2476';
    const until = 'b9.0c8f1d0e5a9b2476';
    for (const [args, body] of [
      [['--event', event], { event }],
      [['--after', after], { after }],
      [['--after', after, '--until', until], { after, until }],
      [['--dead-letters'], { dead_letters: true }],
    ] as const) {
      const run = await endpoints(
        { status: 202, body: { object: 'webhook_replay', events: 12 } },
        'replay',
        id,
        ...args,
      );
      expect(run.asked).to.deep.equal([[`POST /api/webhook-endpoints/${id}/replay`, body]]);
      expect([run.code, run.lines]).to.deep.equal([0, ['At most 12 events are sent once more.']]);
    }
  });

  it('says what the service refuses, and prints nothing that moves the cursor of a terminal', async () => {
    const words = { title: 'A scope is missing', detail: 'It needs webhooks:manage.' };
    const body = { code: 'insufficient_scope', status: 403, retryable: false, ...words };
    const refused = await endpoints({ status: 403, body }, 'list');
    expect([refused.code, refused.lines]).to.deep.equal([1, []]);
    expect(refused.errors[0]).to.match(/is refused with 403, insufficient_scope: It needs webhooks:manage\.$/);
    const hostile = { ...endpoint, url: 'https://acme.example/\u001b[2J' };
    const shown = await endpoints({ body: { data: [hostile] } }, 'list');
    expect(shown.lines).to.deep.equal([line.replace(endpoint.url, '(unprintable)')]);
  });

  it('refuses arguments that it does not understand', async () => {
    const wrong: readonly (readonly [RegExp, readonly string[]])[] = [
      [/^There is no command show\./, ['show']],
      [/^<address> is not valid\. It must be an http/, ['create', 'acme.example']],
      [/^--types <types> is not valid\. It must be a list/, ['create', endpoint.url, '--types', ',']],
      [/^There is no option --types\./, ['list', '--types', 'profile.approved']],
      [/^There is no option --jsn\./, ['ping', id, '--jsn']],
      [/^There is no option --dead-letters\./, ['tries', id, '--dead-letters']],
      [/^--limit <count> is not valid\. It must be a number from 1 to 100000\./, ['tries', id, '--limit', '0']],
      [/^Give one of --event, --after and --dead-letters/, ['replay', id]],
      [/^Give one of --event/, ['replay', id, '--after', 'b7.3c8f1d0e5a9b2476', '--dead-letters']],
      [/^Give one of --event/, ['replay', id, '--dead-letters', '--until', 'b7.3c8f1d0e5a9b2476']],
      [/^--event <id> is not valid\. It must be the id/, ['replay', id, '--event', 'e1d2f3g4h5j6k7l']],
      [/^--after <cursor> is not valid\. It must be a cursor/, ['replay', id, '--after', 'b7/../3c8f']],
      [/^<id> is missing\./, ['tries']],
      [/^<id> is missing\./, ['delete']],
      [/^<id> is not valid\./, ['delete', '../profiles']],
      [/^Too many arguments:/, ['list', id]],
    ];
    for (const [says, args] of wrong) {
      const run = await runSeparately(endpointsCommand, {}, ...args);
      expect([run.code, says.test(run.errors[0] ?? '')], args.join(' ')).to.deep.equal([64, true]);
    }
  });
});
