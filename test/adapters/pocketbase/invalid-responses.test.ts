import type { RequestListener, ServerResponse } from 'node:http';
import { type PocketbaseClient, pocketbaseClient } from '@portcullis/adapter-pocketbase';
import type { TaskEither, Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { aChangeOf, acme, aNew, aProfile } from '../../support/builders/profiles.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { type StubServer, startStub } from '../../support/servers/stub-server.ts';

const deadlineMs = 300;

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

/** Lists every operation of every store: none of them may treat an invalid response as valid. */
const everyCall = (client: PocketbaseClient): { readonly [name: string]: TaskEither<unknown, unknown> } => {
  const profiles = storesOver(client).profiles;
  const files = storesOver(client).files;
  const { profile, entries } = aNew();
  const file = {
    id: 'file00000000001',
    profileId: profile.id,
    kind: 'document_front',
    contentType: 'image/png',
  } as const;
  return {
    get: profiles.get(acme, profile.id),
    getAny: profiles.getAny(profile.id),
    findCurrent: profiles.findCurrent(acme, 'customer-1'),
    findBySession: profiles.findBySession(acme, '00000000-0000-4000-8000-000000000001'),
    list: profiles.list(acme, { limit: 10 }),
    insert: profiles.insert({ profile, entries }, null),
    replace: profiles.insert({ profile, entries }, aChangeOf(aProfile(), { current: false })),
    commit: profiles.commit(aChangeOf(profile)),
    due: profiles.due('2026-05-01T10:00:00.000Z', 10),
    entries: storesOver(client).ledgerReader.entries(profile.id, { afterSeq: 0, limit: 10 }),
    put: files.put({ ...file, bytes: Uint8Array.of(1), sha256: '1'.repeat(64) }),
    file: files.get(profile.id, file.id),
    remove: files.remove(profile.id, file.id),
    claim: storesOver(client).deviceEventClaims.claim({ eventId: 'event-1', profileId: profile.id, attempt: 1 }),
    app: storesOver(client).settings.app(),
    health: storesOver(client).healthProbe.database(),
  };
};

const isUnavailable = (failure: unknown): failure is Unavailable =>
  typeof failure === 'object' && failure !== null && '_tag' in failure && failure._tag === 'Unavailable';

describe('an invalid response in the place of PocketBase’s', function () {
  this.timeout(20_000);
  let stub: StubServer | null = null;

  const clientOf = async (answer: RequestListener): Promise<PocketbaseClient> => {
    stub = await startStub(answer);
    const account = { email: 'admin@portcullis.test', password: 'secret-of-the-admin' };
    return pocketbaseClient({ ...account, url: stub.url, deadlineMs, fileDeadlineMs: deadlineMs });
  };

  afterEach(async () => {
    await stub?.close();
    stub = null;
  });

  /** Runs every operation and answers the kind of failure of each. */
  const kindsOf = async (client: PocketbaseClient): Promise<ReadonlySet<string>> => {
    const kinds = new Set<string>();
    await Promise.all(
      Object.entries(everyCall(client)).map(async ([name, task]) => {
        const begun = performance.now();
        const failure = await mustFail(task);
        if (!isUnavailable(failure)) throw new Error(`${name} failed otherwise`, { cause: failure });
        expect(performance.now() - begun, name).to.be.below(deadlineMs + 1500);
        expect(JSON.stringify(failure), name).to.not.match(/secret|a-token|127\.0\.0\.1|customer-1|filter/);
        kinds.add(failure.kind);
      }),
    );
    return kinds;
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
      } else json(response, 403, { message: 'Only superusers can perform this action.' });
    });
    expect(await mustFail(storesOver(client).profiles.getAny(aProfile().id))).to.include({
      _tag: 'Unavailable',
      kind: 'rejected',
    });
    expect(logins).to.equal(2);
  });

  it('is Unavailable within the deadline when no response arrives', async () => {
    expect(await kindsOf(await clientOf(behindLogin(() => undefined)))).to.deep.equal(new Set(['timeout']));
  });

  it('is Unavailable within the deadline when the login gets no response', async () => {
    expect(await kindsOf(await clientOf(() => undefined))).to.deep.equal(new Set(['timeout']));
  });

  it('is Unavailable within the deadline when the response stalls in its middle', async () => {
    const client = await clientOf(
      behindLogin((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        response.write('{"items":[');
      }),
    );
    expect(await kindsOf(client)).to.deep.equal(new Set(['timeout']));
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
    const store = storesOver(client).profiles;
    await mustFail(store.findCurrent(acme, 'a'));
    isBroken = false;
    expect(await mustSucceed(store.findCurrent(acme, 'a'))).to.equal(null);
  });
});
