import { memoryMediaNormalizer } from '@portcullis/adapter-memory';
import { E } from '@portcullis/domain';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { memoryRecords } from '../../../../support/records/memory-records.ts';
import { mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aService,
  cancelProfile,
  type Person,
  partner,
  personActions,
  type Service,
  stored,
} from '../../../../support/services/memory-service.ts';

const image = tinyJpeg();

describe('a request with a photo and a device event, while another request is faster', () => {
  const race = async (
    meanwhile: (person: Person) => Promise<unknown>,
    operation: Parameters<Service['update']>[0]['operation'] = null,
  ) => {
    const count = { pictures: 0, devices: 0 };
    const counted =
      <Args extends readonly unknown[], A>(name: keyof typeof count, call: (...args: Args) => () => Promise<A>) =>
      (...args: Args) =>
      async () => {
        count[name] += 1;
        return call(...args)();
      };
    const media = memoryMediaNormalizer();
    const service = aService({
      media: { normalize: counted('pictures', media.normalize) },
      devices: (devices) => ({ inspect: counted('devices', devices.inspect) }),
    });
    const person = await aConsentingPerson(service);
    const { id } = person;
    const caller = partner;
    const snapshot = await mustSucceed(service.authorizeProfile({ caller, id, intent: 'supply' }));
    await meanwhile(person);
    Object.assign(count, { pictures: 0, devices: 0 });
    const patch = { files: [{ kind: 'document_front', bytes: image } as const], device: { eventId: 'sim-1' } };
    const answer = await service.update({
      caller,
      id,
      expectedVersion: null,
      snapshot,
      patch,
      operation,
    })();
    return { answer, count, service, profile: await stored(service, id) };
  };
  const samePhoto = (person: Person) =>
    mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: image }] }));

  it('prepares its photo once and calls the device provider once', async () => {
    const { answer, count, profile } = await race((person) =>
      mustSucceed(personActions(person).patch({ language: 'de' })),
    );
    expect(E.isRight(answer)).to.equal(true);
    expect(count).to.deep.equal({ pictures: 1, devices: 1 });
    expect(profile.evidence.map(({ kind }) => kind)).to.deep.equal(['consent', 'device_event', 'device', 'file']);
  });

  it('leaves no file behind when the same photo is there already', async () => {
    const { answer, count, profile, service } = await race(samePhoto);
    expect(E.isRight(answer)).to.equal(true);
    expect(count).to.deep.equal({ pictures: 1, devices: 1 });
    expect(profile.evidence.filter(({ kind }) => kind === 'file')).to.have.length(1);
    expect(service.records.files.size).to.equal(1);
  });

  it('leaves no file behind when the same photo is there already, with an idempotency key too', async () => {
    const { answer, service } = await race(samePhoto, { id: 'key-1', isRetry: false });
    expect(E.isRight(answer)).to.equal(true);
    expect(service.records.files.size).to.equal(1);
  });

  it('leaves no file behind when the profile accepts nothing any more, with an idempotency key too', async () => {
    const { answer, service } = await race(({ id, service }) => cancelProfile(service, id), {
      id: 'key-1',
      isRetry: false,
    });
    expect(E.isLeft(answer)).to.equal(true);
    expect(service.records.files.size).to.equal(0);
  });
});

describe('an upload that takes longer than a second to arrive', () => {
  /** Sends a photo under an idempotency key, on a snapshot from before `meanwhile`. */
  const late = async (meanwhile: (service: Service, id: string) => Promise<unknown>) => {
    const clock = fakeClock();
    const records = memoryRecords();
    const service = aService({}, records, clock);
    const { caller, id } = await aConsentingPerson(service);
    const snapshot = await mustSucceed(service.authorizeProfile({ caller, id, intent: 'supply' }));
    await meanwhile(service, id);
    clock.advance(1001);
    const operation = { id: 'key-1', isRetry: false };
    const photo = { kind: 'document_front', bytes: image } as const;
    const patched = await service.update({
      caller,
      id,
      operation,
      snapshot,
      expectedVersion: null,
      patch: { files: [photo] },
    })();
    const analyzed = await service.analyze({
      caller,
      operation,
      snapshot,
      profileId: id,
      front: { bytes: image },
      back: null,
      hints: {},
    })();
    return { errors: [patched, analyzed].map((one) => (E.isLeft(one) ? one.left._tag : null)), records, service };
  };

  for (const [name, end, error] of [
    ['the link was renewed', (service, id) => mustSucceed(service.renewLink({ caller: partner, id })), 'InvalidToken'],
    ['the profile was canceled', cancelProfile, 'FlowEnded'],
    ['the profile was erased', (service, id) => mustSucceed(service.erase({ caller: partner, id })), 'FlowEnded'],
  ] as const satisfies readonly (readonly [string, (service: Service, id: string) => Promise<unknown>, string])[]) {
    it(`stores no file when ${name} meanwhile`, async () => {
      const { errors, records, service } = await late(end);
      expect(errors).to.deep.equal([error, error]);
      expect(records.files.size).to.equal(0);
      expect(service.readerCalls.calls).to.equal(0);
    });
  }
});
