import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LedgerReader, notFound, pipe, TE, unavailable } from '@portcullis/domain';
import { damagedRecord, type StaffRole } from '@portcullis/domain/kernel';
import type { AccessEvent } from '@portcullis/http';
import { expect } from 'chai';
import { exportEvidence } from '#app/evidence/export-evidence';
import { codeOf } from '../support/http/desk-server.ts';
import { openServer } from '../support/http/server.ts';
import { stubServices } from '../support/http/stub-services.ts';
import { staffInMemory, staffMember } from '../support/http/the-staff.ts';
import { replaceProfile } from '../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';
import { filesOf, runVerifier, unzipped } from '../support/services/evidence-packs.ts';
import { aPerson, aService, partner, type ServiceChanges, stored } from '../support/services/memory-service.ts';
import { aStaffMember } from '../support/services/review-desk.ts';
import { submitEverything } from '../support/services/submit-everything.ts';

/** The API over a service in memory, with a person who was decided, and somebody with this role who asks. */
const openPacks = async (role: StaffRole, changes: ServiceChanges = {}) => {
  const service = aService({ scenario: 'review_face_borderline', ...changes });
  const claimed = { firstName: 'Anna Maria', lastName: 'Eriksson', dateOfBirth: '1974-08-12' };
  const person = await aPerson(service, { claimed, reference: 'customer of packs' });
  await submitEverything(person);
  const staff = staffInMemory();
  const looks: AccessEvent[] = [];
  const access = { hasRoom: () => true, record: (look: AccessEvent) => looks.push(look) };
  const signingSeed = TE.right(new Uint8Array(32).fill(7));
  const packs = exportEvidence({ ...service, signingSeed, release: 'portcullis 0' });
  const server = await openServer({
    access,
    services: stubServices({ ...staff.services, exportEvidence: packs, readHistory: service.history }),
  });
  const cookie = `__Host-portcullis-staff=${await staff.signIn(staffMember([role]))}`;
  const pathOf = (query = '') => `/api/reviews/${person.id}/evidence-pack${query}`;
  const ask = (path: string, method = 'GET') =>
    server.send({ method, path, headers: { cookie, 'request-id': 'pack' } });
  return {
    ask,
    cookie,
    looks,
    packs,
    pathOf,
    person,
    server,
    service,
  };
};

describe('the evidence pack that staff download', () => {
  let open: Awaited<ReturnType<typeof openPacks>>;
  let folder: string;
  /** Whether the person was decided, and what goes wrong goes wrong. */
  let isReady = false;
  /** Whether the line of the access log is written, behind which the first byte is sent. */
  const isAnswered = () => isReady && open.looks.length > 0;
  const begin = async (role: StaffRole = 'auditor', changes: ServiceChanges = {}) => {
    open = await openPacks(role, changes);
    isReady = true;
    return open;
  };
  beforeEach(() => {
    isReady = false;
    folder = mkdtempSync(join(tmpdir(), 'portcullis-packs-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await open.server.close();
  });

  /** Unpacks an archive, as whoever gets it does; answers the folder of the pack. */
  const unpacked = async (bytes: Buffer): Promise<string> => {
    for (const [path, content] of await unzipped(bytes)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    return join(folder, `evidence-${open.person.id}`);
  };
  const canaries = ['eriksson', 'anna', '1974', 'customer of'];
  const wordsIn = (files: ReadonlyMap<string, Buffer>): readonly string[] => {
    const all = Buffer.concat([...files.values()])
      .toString('latin1')
      .toLowerCase();
    return canaries.filter((canary) => all.includes(canary));
  };

  it('is one archive, without anything personal, that its own script verifies', async () => {
    const { ask, pathOf, person } = await begin();
    const { bytes, headers, status } = await ask(pathOf());
    expect([status, headers['content-type'], headers['content-disposition'], headers['cache-control']]).to.deep.equal([
      200,
      'application/zip',
      `attachment; filename="evidence-${person.id}.zip"`,
      'no-store',
    ]);
    expect(headers['content-length']).to.equal(undefined);
    const out = await unpacked(bytes);
    expect(filesOf(out)).to.deep.equal(
      ['MANIFEST.json', 'MANIFEST.sig', 'entries.jsonl', 'explanation.json', 'policy.json', 'profile.json'].concat([
        'signer.pub.pem',
        'verify.mjs',
      ]),
    );
    const { code, lines } = await runVerifier(out);
    expect([code, lines.at(-1)]).to.deep.equal([0, 'OK']);
    expect(wordsIn(await unzipped(bytes))).to.deep.equal([]);
  });

  it('has what is personal and the pictures where that is asked for, and names who has exported it', async () => {
    const { ask, pathOf, person, service } = await begin('senior');
    const { bytes } = await ask(pathOf('?personal=true&files=true'));
    const out = await unpacked(bytes);
    const { code, lines } = await runVerifier(out);
    expect([code, lines.at(-1)]).to.deep.equal([0, 'OK']);
    const files = await unzipped(bytes);
    expect(wordsIn(files)).to.deep.equal(canaries);
    const manifest = JSON.parse(String(files.get(`evidence-${person.id}/MANIFEST.json`)));
    expect([manifest.exported_by, manifest.made_by]).to.deep.equal([staffMember(['senior']).staffId, 'portcullis 0']);
    const { evidence } = await stored(service, person.id);
    const pictures = evidence.flatMap((item) => (item.kind === 'file' ? [`files/${item.file.id}.jpg`] : []));
    expect(filesOf(out).filter((path) => path.startsWith('files/'))).to.deep.equal(pictures.toSorted());
  });

  it('is the same archive, byte by byte, at the same time', async () => {
    const { ask, pathOf } = await begin();
    const first = await ask(pathOf('?personal=true'));
    expect(first.bytes.equals((await ask(pathOf('?personal=true'))).bytes)).to.equal(true);
  });

  it('is a line of the access log before its first byte', async () => {
    const seen: number[] = [];
    const files: ServiceChanges['files'] = (store) => ({
      ...store,
      get: (...asked) => {
        if (isReady) seen.push(open.looks.length);
        return store.get(...asked);
      },
    });
    const { ask, looks, pathOf, person } = await begin('auditor', { files });
    await ask(pathOf('?files=true'));
    expect(seen.length).to.be.greaterThan(0);
    // What is read before the line is read to refuse.
    expect([...new Set(seen)]).to.deep.equal([0, 1]);
    expect(looks.map(({ operation, profileId, status }) => [operation, profileId, status])).to.deep.equal([
      ['exportEvidencePack', person.id, 200],
    ]);
  });

  it('says of a picture that has vanished that it is not kept', async () => {
    const files: ServiceChanges['files'] = (store) => ({
      ...store,
      get: (...asked) => (!isReady ? store.get(...asked) : TE.left(notFound)),
    });
    const { ask, pathOf, person } = await begin('auditor', { files });
    const { bytes } = await ask(pathOf('?files=true'));
    const profile = JSON.parse(String((await unzipped(bytes)).get(`evidence-${person.id}/profile.json`)));
    expect(profile.files.length).to.be.greaterThan(0);
    expect(profile.files.every(({ path }: { path: unknown }) => path === null)).to.equal(true);
    expect((await runVerifier(await unpacked(bytes))).code).to.equal(0);
  });

  it('is refused where the ledger does not verify, without a byte of it', async () => {
    const ledgerReader = (reader: LedgerReader): LedgerReader => ({
      entries: (...asked) =>
        pipe(
          reader.entries(...asked),
          TE.map((entries) =>
            entries.map((entry) => (isReady && entry.seq === 2 ? { ...entry, type: 'flow_closed' } : entry)),
          ),
        ),
    });
    const { ask, looks, pathOf } = await begin('auditor', { ledgerReader });
    expect(codeOf(await ask(pathOf()))).to.deep.equal([409, 'ledger_unsound']);
    expect(looks).to.deep.equal([]);
  });

  it('is refused where an entry does not open, or a picture that it is to have, without a byte of it', async () => {
    const damage = damagedRecord('changed');
    let isCut = false;
    const { ask, looks, pathOf } = await begin('auditor', {
      files: (store) => ({ ...store, get: (...asked) => (isReady ? TE.left(damage) : store.get(...asked)) }),
      ledgerReader: (reader) => ({
        entries: (id, query) => (isReady && isCut ? TE.left(damage) : reader.entries(id, query)),
      }),
    });
    expect(codeOf(await ask(pathOf('?files=true')))).to.deep.equal([500, 'record_damaged']);
    isCut = true;
    expect(codeOf(await ask(pathOf()))).to.deep.equal([409, 'ledger_unsound']);
    expect(looks).to.deep.equal([]);
  });

  it('is cut off where it cannot be completed, and the cause is in the record of the request', async () => {
    const files: ServiceChanges['files'] = (store) => ({
      ...store,
      get: (...asked) => (isAnswered() ? TE.left(unavailable('database', 'gone')) : store.get(...asked)),
    });
    const { ask, pathOf, server } = await begin('auditor', { files });
    const cut = await ask(pathOf('?files=true')).catch((error: unknown) => error);
    expect(cut).to.be.instanceOf(Error);
    expect((await server.recordOf('pack')).cause).to.be.instanceOf(Error);
  });

  it('is made no further for a client that has gone', async () => {
    let pages = 0;
    let goOn: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const files: ServiceChanges['files'] = (store) => ({
      ...store,
      get: (...asked) => {
        if (!isAnswered()) return store.get(...asked);
        pages += 1;
        return async () => {
          await gone;
          return store.get(...asked)();
        };
      },
    });
    const { cookie, pathOf, server } = await begin('auditor', { files });
    const outgoing = request(`${server.url}${pathOf('?files=true')}`, { headers: { cookie, 'request-id': 'pack' } });
    outgoing.on('error', () => undefined).end();
    await new Promise<void>((resolve) =>
      outgoing.once('response', (incoming) => incoming.once('data', () => resolve())),
    );
    outgoing.destroy();
    await server.recordOf('pack');
    goOn();
    await new Promise((resolve) => setImmediate(resolve));
    expect(pages).to.be.lessThan(2);
  });

  it('is made as fast as it is taken, however long its ledger is', async () => {
    const { person, service } = await begin();
    for (let n = 0; n < 450; n += 1)
      await mustSucceed(
        service.append({
          caller: partner,
          id: person.id,
          type: 'partner.seen',
          occurredAt: null,
          outcome: null,
          data: { n },
          expectedVersion: null,
        }),
      );
    let pages = 0;
    const ledgerReader: LedgerReader = {
      entries: (...asked) => {
        pages += 1;
        return service.ledgerReader.entries(...asked);
      },
    };
    const signingSeed = TE.right(new Uint8Array(32));
    const packs = exportEvidence({ ...service, ledgerReader, signingSeed, release: 'portcullis 0' });
    const asked = { caller: aStaffMember(1, ['auditor']), id: person.id, personal: true, files: false };
    const { archive } = await mustSucceed(packs(asked));
    expect(pages).to.equal(3);
    const pieces = archive()[Symbol.asyncIterator]();
    await pieces.next();
    expect(pages).to.be.at.most(4);
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next());
    expect(pages).to.equal(6);
  });

  it('has no note of a legal hold for those who may not see holds, and none of the operator for anybody', async () => {
    for (const [role, sees] of [
      ['senior', false],
      ['auditor', true],
    ] as const) {
      const { ask, pathOf, person, service, server } = await begin(role);
      await mustSucceed(service.hold({ id: person.id, held: true, by: aStaffMember(7), note: 'Case 2027-113' }));
      await mustSucceed(service.hold({ id: person.id, held: true, by: 'counsel', note: 'Court order' }));
      const { bytes } = await ask(pathOf('?personal=true'));
      const entries = String((await unzipped(bytes)).get(`evidence-${person.id}/entries.jsonl`));
      expect([entries.includes('profile.hold_set'), entries.includes('Case 2027-113')]).to.deep.equal([true, sees]);
      expect(entries).to.not.match(/counsel|Court order/);
      if (!sees) await server.close();
    }
  });

  it('has nothing personal of somebody who is erased', async () => {
    const { ask, pathOf, person, service } = await begin();
    await mustSucceed(service.erase({ caller: partner, id: person.id }));
    const { bytes } = await ask(pathOf('?personal=true&files=true'));
    expect((await runVerifier(await unpacked(bytes))).code).to.equal(0);
    expect(wordsIn(await unzipped(bytes))).to.deep.equal([]);
  });

  it('has no body for HEAD, and none is made', async () => {
    const { ask, pathOf } = await begin();
    const { bytes, status } = await ask(pathOf(), 'HEAD');
    expect([status, bytes.length]).to.deep.equal([200, 0]);
  });

  for (const query of ['?personal=yes', '?files=1', '?format=tar'])
    it(`is refused for ${query}`, async () => {
      const { ask, pathOf } = await begin();
      expect(codeOf(await ask(pathOf(query)))).to.deep.equal([400, 'invalid_request']);
    });

  for (const role of ['reviewer', 'admin'] as const)
    it(`is not for the role ${role}`, async () => {
      const { ask, pathOf } = await begin(role);
      expect(codeOf(await ask(pathOf()))).to.deep.equal([403, 'insufficient_permission']);
    });

  it('has parts that need a permission each', async () => {
    const { packs, person } = await begin();
    const asked = { caller: aStaffMember(1, ['admin']), id: person.id, personal: false, files: false };
    await mustSucceed(packs(asked));
    expect([
      await mustFail(packs({ ...asked, personal: true })),
      await mustFail(packs({ ...asked, files: true })),
    ]).to.deep.equal([
      { _tag: 'InsufficientPermission', permission: 'persons:read' },
      { _tag: 'InsufficientPermission', permission: 'pictures:read' },
    ]);
  });

  it('of another tenant is answered byte by byte like that of nobody', async () => {
    const { ask, person, service } = await begin();
    const foreign = await stored(service, person.id);
    await replaceProfile(service.records, { ...foreign, tenant: { partnerId: 'globex', teamId: null } });
    const theirs = await ask(`/api/reviews/${person.id}/evidence-pack`);
    const nobodys = await ask('/api/reviews/nobody000000001/evidence-pack');
    expect([theirs.status, theirs.text]).to.deep.equal([404, nobodys.text]);
  });
});
