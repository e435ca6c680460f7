import { request } from 'node:http';
import { E, notFound } from '@portcullis/domain';
import type { Services } from '@portcullis/http';
import { expect } from 'chai';
import { codeOf } from '../support/http/desk-server.ts';
import { openServer } from '../support/http/server.ts';
import { ada, stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';

/** A download that goes on until it is let go, or until whoever takes it goes. */
type Download = { readonly end: () => void };

/** Two members of one partner, and one of each of two others. */
const partners = ['acme', 'acme', 'globex', 'initech'];

describe('the evidence packs that are sent at once', () => {
  let server: Awaited<ReturnType<typeof openServer>>;
  let cookies: readonly string[];
  let isFound = true;
  /** Called at the beginning of each preparation, which goes on after what it answers. */
  let prepare: () => Promise<void> = async () => undefined;
  const downloads: Download[] = [];
  afterEach(async () => {
    prepare = async () => undefined;
    for (const { end } of downloads.splice(0)) end();
    isFound = true;
    await server.close();
  });

  const exportEvidence: Services['exportEvidence'] = () => async () => {
    await prepare();
    if (!isFound) return E.left(notFound);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    downloads.push({ end });
    const archive = async function* () {
      yield Buffer.from('begun');
      await ended;
    };
    return E.right({ bytesAtOnce: 0, archive });
  };

  const open = async (): Promise<void> => {
    const staff = staffInMemory();
    server = await openServer({ services: stubServices({ ...staff.services, exportEvidence }) });
    const sessions = [];
    for (const [n, partnerId] of partners.entries()) {
      const tenant = { partnerId, teamId: null };
      sessions.push(await staff.signIn({ ...staffMember(['auditor']), staffId: `staff-auditor0000${n}`, tenant }));
    }
    cookies = sessions.map((secret) => `__Host-portcullis-staff=${secret}`);
  };
  const path = `/api/reviews/${ada}/evidence-pack`;
  const ask = (session: number, requestId = 'pack') =>
    server.send({ path, headers: { cookie: cookies[session] ?? '', 'request-id': requestId } });

  const outgoing = (session: number, requestId: string) => {
    const headers = { cookie: cookies[session] ?? '', 'request-id': requestId };
    const sent = request(`${server.url}${path}`, { headers, agent: false });
    sent.on('error', () => undefined).end();
    return sent;
  };

  /** Begins a download, and answers once its first bytes are there; whoever goes, and whether all has come. */
  const begin = async (session: number, requestId: string) => {
    const sent = outgoing(session, requestId);
    const { ended: whole } = await new Promise<{ readonly ended: Promise<void> }>((resolve, reject) =>
      sent.once('response', (incoming) => {
        if (incoming.statusCode !== 200) reject(new Error(`${requestId}: ${incoming.statusCode}`));
        incoming.on('error', () => undefined);
        const ended = new Promise<void>((done) => incoming.once('end', () => done()));
        incoming.once('data', () => resolve({ ended }));
      }),
    );
    return { go: () => sent.destroy(), whole };
  };

  it('are one for a partner, whoever of it asks, and two in all, until one of them has ended', async () => {
    await open();
    const first = await begin(0, 'first');
    for (const colleague of [0, 1]) {
      const again = await ask(colleague);
      expect([...codeOf(again), again.headers['retry-after']]).to.deep.equal([429, 'rate_limited', '5']);
    }
    await begin(2, 'second');
    const third = await ask(3, 'third');
    expect([...codeOf(third), third.headers['retry-after']]).to.deep.equal([429, 'rate_limited', '5']);
    expect((await server.recordOf('third')).limit).to.equal('evidence_packs');
    expect(downloads.length).to.equal(2);
    downloads[0]?.end();
    await first.whole;
    await server.recordOf('first');
    await begin(3, 'fourth');
    expect(codeOf(await ask(0))).to.deep.equal([429, 'rate_limited']);
  });

  it('count no more once whoever takes them has gone and nothing is made for them any longer', async () => {
    await open();
    const first = await begin(0, 'first');
    first.go();
    await server.recordOf('first');
    expect(codeOf(await ask(0))).to.deep.equal([429, 'rate_limited']);
    downloads[0]?.end();
    await begin(0, 'second');
    expect(downloads.length).to.equal(2);
  });

  it('count while they are prepared, also where whoever asked for them has gone', async () => {
    await open();
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let prepared = 0;
    const isPreparing = new Promise<void>((resolve) => {
      prepare = () => {
        prepared += 1;
        resolve();
        return held;
      };
    });
    const gone = outgoing(0, 'gone');
    await isPreparing;
    gone.destroy();
    await server.connectionsGone();
    for (let n = 0; n < 3; n += 1) expect(codeOf(await ask(0))).to.deep.equal([429, 'rate_limited']);
    expect(prepared).to.equal(1);
    goOn();
    await begin(0, 'next');
    expect(downloads.length).to.equal(2);
  });

  it('are not those that were refused, nor those that were asked for without an answer', async () => {
    await open();
    isFound = false;
    for (let n = 0; n < 3; n += 1) {
      expect((await ask(0, `refused-${n}`)).status).to.equal(404);
      await server.recordOf(`refused-${n}`);
    }
    isFound = true;
    for (let n = 0; n < 3; n += 1) {
      const headers = { cookie: cookies[0] ?? '', 'request-id': `head-${n}` };
      expect((await server.send({ method: 'HEAD', path, headers })).status).to.equal(200);
      await server.recordOf(`head-${n}`);
    }
    await begin(0, 'last');
  });
});
