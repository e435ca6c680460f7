import type { RequestListener, ServerResponse } from 'node:http';
import { pocketbaseClient, pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import { aProfile } from '@portcullis/contracts/builders';
import type { Unavailable } from '@portcullis/domain';
import { semaphore } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import type { PocketbaseClient } from '#adapters/pocketbase/client/client';
import { everyCall, slowCalls } from '../../support/records/every-call.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

/** Longer than a response takes that arrives, on a busy machine and behind those of all other operations. */
const ampleDeadlineMs = 10_000;
/** How long a response that does not arrive is waited for. */
const deadlineMs = 300;
/** Some operations make several calls. */
const patienceMs = 3000;

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** Answers the login, and gives the scripted response to everything else. */
const behindLogin =
  (answer: RequestListener): RequestListener =>
  (request, response) => {
    if (request.url?.endsWith('/auth-with-password')) json(response, 200, { token: 'a-token', record: { id: 'x' } });
    else answer(request, response);
  };

const isUnavailable = (failure: unknown): failure is Unavailable =>
  typeof failure === 'object' && failure !== null && '_tag' in failure && failure._tag === 'Unavailable';

describe('an invalid response in the place of PocketBase’s', function () {
  this.timeout(60_000);
  let stub: StubServer | null = null;

  const clientOf = async (answer: RequestListener, ms = ampleDeadlineMs): Promise<PocketbaseClient> => {
    stub = await startStub(answer);
    const account = { email: 'admin@portcullis.test', password: 'secret-of-the-admin' };
    return pocketbaseClient({ ...account, url: stub.url, deadlineMs: ms, fileDeadlineMs: ms });
  };

  afterEach(async () => {
    await stub?.close();
    stub = null;
  });

  /** Runs every operation but those of `except`, so many at once, and answers the kinds of their failures. */
  const kindsOf = async (
    client: PocketbaseClient,
    except: readonly string[] = [],
    atOnce = 16,
  ): Promise<ReadonlySet<string>> => {
    const limited = semaphore(atOnce);
    const kinds = new Set<string>();
    const calls = Object.entries(everyCall(storesOver(client))).filter(([name]) => !except.includes(name));
    // A purge waits a second at most for the writes beside it, and has a failure of its own then.
    const isPurge = ([name]: readonly [string, unknown]): boolean => name === 'purge';
    const failing = (some: typeof calls) =>
      Promise.all(
        some.map(async ([name, task]) => {
          const failure = await limited(() => mustFail(task)).catch((cause: unknown) => {
            throw new Error(`${name} did not fail`, { cause });
          });
          if (!isUnavailable(failure)) throw new Error(`${name} failed otherwise`, { cause: failure });
          expect(JSON.stringify(failure), name).to.not.match(/secret|a-token|127\.0\.0\.1|customer-1|filter/);
          kinds.add(failure.kind);
        }),
      );
    await failing(calls.filter((call) => !isPurge(call)));
    await failing(calls.filter(isPurge));
    return kinds;
  };

  /** Expects that every operation ends by its deadline. */
  const expectTimeouts = async (answer: RequestListener): Promise<void> => {
    const client = await clientOf(answer, deadlineMs);
    const begun = performance.now();
    expect(await kindsOf(client, slowCalls, Number.POSITIVE_INFINITY)).to.deep.equal(new Set(['timeout']));
    expect(performance.now() - begun).to.be.below(patienceMs);
  };

  const page: RequestListener = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>');
  };

  it('is Unavailable when every call gets a web page', async () => {
    expect(await kindsOf(await clientOf(behindLogin(page)))).to.deep.equal(new Set(['invalid_response']));
  });

  it('is Unavailable when the login gets a web page', async () => {
    expect(await kindsOf(await clientOf(page))).to.deep.equal(new Set(['invalid_response']));
  });

  for (const status of [500, 502, 429]) {
    it(`is Unavailable when its status is ${status}`, async () => {
      const client = await clientOf(behindLogin((_, response) => json(response, status, { message: 'no' })));
      expect(await kindsOf(client)).to.deep.equal(new Set(['unavailable']));
    });
  }

  it('is Unavailable when it redirects, and the token is not sent there', async () => {
    let visits = 0;
    const elsewhere = await startStub((_, response) => {
      visits += 1;
      json(response, 200, { page: 1, items: [] });
    });
    const client = await clientOf(
      behindLogin((_, response) => response.writeHead(307, { location: `${elsewhere.url}/api/x` }).end('{}')),
    );
    await kindsOf(client);
    await elsewhere.close();
    expect(visits).to.equal(0);
  });

  it('is Unavailable when the JSON has another form', async () => {
    const client = await clientOf(behindLogin((_, response) => json(response, 200, { page: 1, items: [{ id: 1 }] })));
    expect(await kindsOf(client)).to.deep.equal(new Set(['invalid_response']));
  });

  it('is Unavailable when a 400 has an unknown code', async () => {
    const refusal = { status: 400, message: 'Something went wrong.', data: { x: 1 } };
    const client = await clientOf(behindLogin((_, response) => json(response, 400, refusal)));
    expect(await kindsOf(client)).to.deep.equal(new Set(['rejected']));
  });

  it('is told by the sentence of SQLite, and as unexpected with its code where that is not known', async () => {
    let sentence = '';
    const refusal = () => ({ data: {}, message: `Failed to execute query. Raw error:\n${sentence}.`, status: 400 });
    const client = await clientOf(behindLogin((_, response) => json(response, 400, refusal())));
    const row = {
      table: 'installation',
      id: 'installation001',
      expected: { writes: 0 },
      columns: { writes: 1 },
    } as const;
    const found = [
      ['attempt to write a readonly database (8)', 'read_only'],
      ['attempt to write a readonly database (1544)', 'read_only'],
      ['disk I/O error (778)', 'read_only'],
      ['disk I/O error (1034)', 'read_only'],
      ['disk I/O error (266)', 'server_error'],
      ['database is locked (5)', 'timeout'],
      ['database disk image is malformed (11)', 'server_error'],
      ['something that nobody has seen (4242)', 'unexpected'],
      ['database or disk is full (13)', 'disk_full'],
    ] as const;
    for (const [said, outageCause] of found) {
      sentence = said;
      const outage = await mustFail(pocketbaseDriver(client).updateIf(row));
      expect(outage, said).to.include({ outageCause });
      expect(outage.cause).to.include(`"sqlite":${/\d+/.exec(said)?.[0]}`);
    }
  });

  for (const status of [400, 404]) {
    it(`is Unavailable, and never NotFound, when the ${status} comes from a proxy`, async () => {
      const client = await clientOf(
        behindLogin((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<p>no</p>')),
      );
      expect(await kindsOf(client)).to.deep.equal(new Set(['invalid_response']));
    });
  }

  it('is Unavailable when the account stays forbidden, after one more login', async () => {
    let logins = 0;
    const client = await clientOf((request, response) => {
      if (request.url?.endsWith('/auth-with-password')) {
        logins += 1;
        json(response, 200, { token: `token-${logins}`, record: { id: 'x' } });
      } else json(response, 403, { status: 403, message: 'Only superusers can perform this action.', data: {} });
    });
    expect(await mustFail(storesOver(client).profiles.getAny(aProfile().id))).to.include({
      _tag: 'Unavailable',
      kind: 'rejected',
    });
    expect(logins).to.equal(2);
  });

  it('is Unavailable within the deadline when no response arrives', async () => {
    await expectTimeouts(behindLogin(() => undefined));
  });

  it('is Unavailable within the deadline when the login gets no response', async () => {
    await expectTimeouts(() => undefined);
  });

  it('is Unavailable within the deadline when the response stalls in its middle', async () => {
    await expectTimeouts(
      behindLogin((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"items":[');
      }),
    );
  });

  it('is Unavailable when the connection is reset in the middle of the response', async () => {
    const client = await clientOf(
      behindLogin((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"items":[', () => response.destroy());
      }),
    );
    const kinds = await kindsOf(client);
    expect([...kinds].filter((kind) => kind !== 'unavailable' && kind !== 'invalid_response')).to.deep.equal([]);
  });

  it('is Unavailable at once when nobody listens', async () => {
    const client = await clientOf(page);
    await stub?.close();
    expect(await kindsOf(client)).to.deep.equal(new Set(['unavailable']));
  });

  it('names the operation’s own service', async () => {
    const client = await clientOf(behindLogin((_, response) => json(response, 500, {})));
    expect(await mustFail(storesOver(client).files.get('profile00000001', 'file00000000001'))).to.have.property(
      'service',
      'files',
    );
  });

  it('does not prevent a later valid response', async () => {
    let isBroken = true;
    const client = await clientOf((request, response) => {
      if (isBroken) page(request, response);
      else behindLogin((_, ok) => json(ok, 200, { page: 1, items: [] }))(request, response);
    });
    const { policyRepository } = storesOver(client);
    await mustFail(policyRepository.list());
    isBroken = false;
    expect(await mustSucceed(policyRepository.list())).to.deep.equal([]);
  });
});
