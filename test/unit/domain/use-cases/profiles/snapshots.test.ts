import type { MachinePrincipal } from '@portcullis/domain';
import { scopes } from '@portcullis/domain/kernel';
import type { Snapshot } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  cancelProfile,
  partner,
  personActions,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';

/** A service that counts how often it reads a profile by its id. */
const countingService = () => {
  const count = { reads: 0 };
  const records = memoryRecords();
  const service = aService(
    {
      profiles: (store) => ({
        ...store,
        get: (viewer, id) => async () => {
          count.reads += 1;
          return store.get(viewer, id)();
        },
      }),
    },
    records,
  );
  return { count, service };
};

const image = tinyJpeg();
const anotherImage = Uint8Array.from([...tinyJpeg(), 0]);
const consent = { textVersion: '1', locale: 'en', granted: true };
const other: MachinePrincipal = {
  kind: 'machine',
  clientId: 'other-server',
  tenant: { partnerId: 'other', teamId: null },
  scopes,
};

const prepare = async () => {
  const { count, service } = countingService();
  const person = await aPerson(service);
  const { caller, id } = person;
  const snapshot = await mustSucceed(service.authorizeProfile({ caller, id, intent: 'supply' }));
  count.reads = 0;
  const patch = (given: Snapshot, over: object) =>
    service.update({ caller, id, expectedVersion: null, snapshot: given, patch: { files: [], ...over } });
  return { count, service, person, snapshot, patch };
};

describe('a snapshot of a profile', () => {
  it('is what a change begins from, and the profile is not loaded again', async () => {
    const { count, patch, snapshot } = await prepare();
    const { profile } = await mustSucceed(patch(snapshot, { consent }));
    expect([profile.status, count.reads]).to.deep.equal(['in_progress', 0]);
  });

  it('is of no use to another caller', async () => {
    const { count, person, service, snapshot } = await prepare();
    const asked = { id: person.id, expectedVersion: null, snapshot, patch: { files: [], metadata: { a: 'b' } } };
    expect(await mustFail(service.update({ ...asked, caller: other }))).to.deep.equal({ _tag: 'NotFound' });
    expect(count.reads).to.be.greaterThan(0);
    count.reads = 0;
    await mustSucceed(service.update({ ...asked, caller: partner }));
    expect(count.reads).to.be.greaterThan(0);
  });

  it('is of no use for another profile', async () => {
    const { service, snapshot } = await prepare();
    const second = await aPerson(service, { reference: 'customer-2' });
    const asked = { id: second.id, expectedVersion: null, patch: { files: [], metadata: { a: 'b' } } };
    await mustSucceed(service.update({ ...asked, caller: partner, snapshot: { ...snapshot, caller: partner } }));
    expect((await stored(service, snapshot.stored.id)).metadata).to.deep.equal({});
    expect((await stored(service, second.id)).metadata).to.deep.equal({ a: 'b' });
  });

  it('that is outdated loses no change of somebody else', async () => {
    const { patch, person, service, snapshot } = await prepare();
    await mustSucceed(personActions(person).consent());
    await mustSucceed(patch(snapshot, { language: 'de' }));
    const profile = await stored(service, person.id);
    expect(profile.evidence.map(({ kind }) => kind)).to.deep.equal(['consent']);
    expect(profile.language).to.equal('de');
  });

  it('that is outdated rejects nothing that the profile accepts now', async () => {
    const { patch, person, snapshot } = await prepare();
    await mustSucceed(personActions(person).consent());
    await mustSucceed(patch(snapshot, { device: { eventId: 'sim-1' } }));
    const opened = person.service.openSession({
      caller: person.caller,
      profileId: person.id,
      challenge: 'movement_and_light',
      snapshot,
    });
    expect((await mustSucceed(opened)).profileId).to.equal(person.id);
  });

  it('that is outdated accepts nothing that the profile rejects now', async () => {
    const { patch, person, service, snapshot } = await prepare();
    await mustSucceed(service.renewLink({ caller: partner, id: person.id }));
    expect(await mustFail(patch(snapshot, { consent }))).to.deep.include({ _tag: 'InvalidToken' });
  });

  it('that is outdated does not add a photo a second time', async () => {
    const { patch, person, service, snapshot } = await prepare();
    await mustSucceed(personActions(person).consent());
    const files = [{ kind: 'document_front', bytes: image } as const];
    await mustSucceed(personActions(person).patch({ files }));
    await mustSucceed(patch(snapshot, { files }));
    expect((await stored(service, person.id)).evidence.map(({ kind }) => kind)).to.deep.equal(['consent', 'file']);
    expect(service.records.files.size).to.equal(1);
  });

  it('that is outdated has no document read a second time', async () => {
    const { person, service, snapshot } = await prepare();
    await mustSucceed(personActions(person).consent());
    const first = await mustSucceed(personActions(person).analyze(image));
    const asked = { caller: person.caller, profileId: person.id, front: { bytes: image }, back: null, hints: {} };
    const second = await mustSucceed(service.analyze({ ...asked, snapshot }));
    expect([second.id, service.readerCalls.calls]).to.deep.equal([first.id, 1]);
  });
});

describe('a request that adds nothing to the profile, and whose snapshot is outdated', () => {
  /** A profile with a photo, a snapshot of it, and the same photo that comes again. */
  const withPhoto = async () => {
    const prepared = await prepare();
    const { person, service } = prepared;
    const { caller, id } = person;
    const files = [{ kind: 'document_front', bytes: image } as const];
    await mustSucceed(personActions(person).consent());
    await mustSucceed(personActions(person).patch({ files }));
    const snapshot = await mustSucceed(service.authorizeProfile({ caller, id, intent: 'supply' }));
    const analyze = () =>
      service.analyze({
        caller,
        profileId: id,
        front: { bytes: image },
        back: null,
        hints: {},
        snapshot,
      });
    const patch = (expectedVersion: number | null = null) =>
      service.update({ caller, id, expectedVersion, snapshot, patch: { files } });
    return { ...prepared, analyze, patch, snapshot };
  };

  it('is answered with the reading that another request made meanwhile', async () => {
    const { analyze, person, service } = await withPhoto();
    const first = await mustSucceed(personActions(person).analyze(image));
    expect((await mustSucceed(analyze())).id).to.equal(first.id);
    expect(service.readerCalls.calls).to.equal(1);
  });

  it('is rejected when the link was renewed meanwhile, and no photo is read', async () => {
    const { analyze, patch, person, service } = await withPhoto();
    await mustSucceed(service.renewLink({ caller: partner, id: person.id }));
    expect(await mustFail(analyze())).to.deep.include({ _tag: 'InvalidToken' });
    expect(await mustFail(patch())).to.deep.include({ _tag: 'InvalidToken' });
    expect(service.readerCalls.calls).to.equal(0);
  });

  for (const [name, end] of Object.entries<(service: Service, id: string) => Promise<unknown>>({
    canceled: cancelProfile,
    erased: (service, id) => mustSucceed(service.erase({ caller: partner, id })),
  })) {
    it(`is rejected when the profile was ${name} meanwhile, and no photo is read`, async () => {
      const { analyze, patch, person, service } = await withPhoto();
      await end(service, person.id);
      const rejected = [(await mustFail(analyze()))._tag, (await mustFail(patch()))._tag];
      expect(
        rejected.filter((tag) => !['FlowEnded', 'InvalidTransition', 'NotFound', 'InvalidToken'].includes(tag)),
      ).to.deep.equal([]);
      expect(service.readerCalls.calls).to.equal(0);
    });
  }

  it('is answered with the present profile, and expects its present version', async () => {
    const { patch, person, service, snapshot } = await withPhoto();
    await mustSucceed(
      service.update({ caller: partner, id: person.id, expectedVersion: null, patch: { files: [], language: 'de' } }),
    );
    const { profile } = await mustSucceed(patch());
    expect([profile.language, profile.version]).to.deep.equal(['de', (await stored(service, person.id)).version]);
    expect(await mustFail(patch(snapshot.stored.version))).to.deep.equal({ _tag: 'PreconditionFailed' });
  });

  it('stores the photo again when another one has taken its place meanwhile', async () => {
    const { analyze, person, service } = await withPhoto();
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: anotherImage }] }));
    await mustSucceed(analyze());
    const { evidence } = await stored(service, person.id);
    const photos = evidence.flatMap((item) => (item.kind === 'file' ? [item.file.sha256] : []));
    expect(photos).to.have.length(3);
    expect(photos[2]).to.equal(photos[0]);
  });
});
