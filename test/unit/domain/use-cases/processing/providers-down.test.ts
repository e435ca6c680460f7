import { E, TE, unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aConsentingPerson,
  aPerson,
  aService,
  ledgerOf,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';
import { failuresOf, submitEverything, sweepOnce } from '../../../../support/services/submit-everything.ts';

const image = tinyJpeg();
const out = unavailable('database', 'out');

describe('a provider that is down', () => {
  it('is called three times; then the profile goes to review, and no attempt is charged', async () => {
    const person = await aPerson(aService({ scenario: 'provider_down' }));
    await submitEverything(person);
    expect((await stored(person.service, person.id)).status).to.equal('processing');
    expect((await sweepOnce(person)).status).to.equal('processing');
    const end = await sweepOnce(person);
    expect(end).to.deep.include({
      status: 'in_review',
      statusReasons: ['provider_unavailable'],
      attempt: { number: 1, max: 3 },
      decidedAt: null,
    });
    expect(await failuresOf(person)).to.deep.equal(Array.from({ length: 3 }, () => 'face_match provider_unavailable'));
    expect((await ledgerOf(person.service, person.id)).at(-1)).to.deep.include({
      type: 'checks_completed',
      from: 'processing',
      to: 'in_review',
    });
  });

  it('and recovers is called again, and the person is not affected', async () => {
    const person = await aPerson(aService({ scenario: 'provider_down_then_up' }));
    await submitEverything(person);
    expect(await failuresOf(person)).to.deep.equal(['face_match provider_unavailable']);
    expect(await sweepOnce(person)).to.deep.include({ status: 'approved', attempt: { number: 1, max: 3 } });
  });

  it('is not called again before its time', async () => {
    const person = await aPerson(aService({ scenario: 'provider_down' }));
    await submitEverything(person);
    expect(await mustSucceed(person.service.sweep())).to.deep.equal({ seen: 0, failures: [] });
    expect((await failuresOf(person)).length).to.equal(1);
  });

  for (const [kind, reason] of [
    ['unavailable', 'provider_unavailable'],
    ['not_configured', 'provider_unavailable'],
    ['timeout', 'provider_timeout'],
    ['quota', 'provider_quota_exceeded'],
    ['invalid_response', 'provider_response_invalid'],
    ['rejected', 'provider_response_invalid'],
    ['model_refused', 'ai_refused'],
    ['output_truncated', 'ai_output_truncated'],
    ['output_invalid', 'ai_output_invalid'],
  ] as const) {
    it(`as ${kind} is reported as ${reason}`, async () => {
      const down = unavailable('document_reader', 'out', kind);
      const person = await aPerson(aService({ reader: () => ({ read: () => async () => E.left(down) }) }));
      await submitEverything(person);
      expect(await failuresOf(person)).to.deep.equal([`document_reading ${reason}`]);
    });
  }

  it('is named where an answer has not the form of its port, and the profile opens as before', async () => {
    const other = (value: object) => Object(value);
    const unknownSignal = other({ code: 'document_several', confidence: 0.95 });
    const read = await aPerson(aService({ reading: { signals: [unknownSignal] } }));
    await submitEverything(read);
    expect(await failuresOf(read)).to.deep.equal(['document_reading provider_response_invalid']);
    const compare = () => TE.right({ outcome: other({}), similarity: 1 });
    const compared = await aPerson(aService({ faces: () => ({ compare }) }));
    await submitEverything(compared);
    expect(await failuresOf(compared)).to.deep.equal(['face_match provider_response_invalid']);
    for (const person of [read, compared])
      expect((await stored(person.service, person.id)).status).to.equal('processing');
  });

  it('has no further effect after fifteen minutes, when the processing times out', async () => {
    const person = await aPerson(aService({ scenario: 'provider_down' }));
    await submitEverything(person);
    person.service.clock.advance(15 * 60_000);
    await mustSucceed(person.service.sweep());
    expect(await stored(person.service, person.id)).to.deep.include({
      status: 'in_review',
      statusReasons: ['provider_timeout'],
    });
  });

  it('costs one failure, however many instances process the profile concurrently', async () => {
    const person = await aPerson(aService({ scenario: 'provider_down' }));
    await submitEverything(person);
    await Promise.all([
      person.service.processVerification(person.id)(),
      person.service.processVerification(person.id)(),
    ]);
    expect((await failuresOf(person)).length).to.equal(2);
  });
});

describe('a device event whose provider is down', () => {
  it('is kept with the facts of the provider', async () => {
    const person = await aPerson(aService());
    await mustSucceed(personActions(person).patch({ device: { eventId: 'sim-1' } }));
    const { evidence } = await stored(person.service, person.id);
    expect(evidence.map(({ kind }) => kind)).to.deep.equal(['device_event', 'device']);
    expect(evidence[1]).to.deep.include({ kind: 'device', eventId: 'sim-1' });
  });

  it('is kept while its provider is down, and looked up when the checks run', async () => {
    const person = await aPerson(aService({ scenario: 'provider_down_then_up' }));
    await mustSucceed(personActions(person).patch({ device: { eventId: 'sim-1' } }));
    expect((await stored(person.service, person.id)).evidence.map(({ kind }) => kind)).to.deep.equal(['device_event']);
    await submitEverything(person);
    const end = await sweepOnce(person);
    expect(end.status).to.equal('approved');
    expect(end.evidence.some(({ kind }) => kind === 'device')).to.equal(true);
  });

  it('that the provider does not know is evidence too, and leads to review', async () => {
    const person = await aPerson(aService());
    await submitEverything(person, 'made-up');
    const end = await stored(person.service, person.id);
    expect(end.evidence.find(({ kind }) => kind === 'device')).to.deep.include({ eventId: 'made-up', facts: null });
    expect([end.status, end.statusReasons]).to.deep.equal(['in_review', ['device_event_missing']]);
  });
});

/** A file store that records which files it keeps. */
const recordingFileStore = () => {
  const kept = new Set<string>();
  const service = aService({
    files: (store) => ({
      ...store,
      put: (file) => async () => {
        kept.add(file.id);
        return store.put(file)();
      },
      remove: (profileId, id) => async () => {
        kept.delete(id);
        return store.remove(profileId, id)();
      },
    }),
  });
  return { service, kept };
};

describe('uploaded files', () => {
  it('are dropped when the change is refused', async () => {
    const { kept, service } = recordingFileStore();
    const person = await aConsentingPerson(service);
    const { version } = await stored(service, person.id);
    const patch = {
      files: [{ kind: 'document_front', bytes: image } as const],
      metadata: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`key-${n}`, 'value'])),
    };
    const refused = service.update({ caller: partner, id: person.id, expectedVersion: version, patch });
    expect(await mustFail(refused)).to.deep.include({ _tag: 'Invalid' });
    expect(kept.size).to.equal(0);
    expect((await stored(service, person.id)).version).to.equal(version);
  });

  it('are dropped when one that comes with them is not an image', async () => {
    const { kept, service } = recordingFileStore();
    const person = await aConsentingPerson(service);
    const text = new TextEncoder().encode('no image');
    const files = [{ kind: 'document_front', bytes: image } as const, { kind: 'document_back', bytes: text } as const];
    expect(await mustFail(personActions(person).patch({ files }))).to.deep.include({
      _tag: 'UnsupportedMedia',
      part: 'document_back',
    });
    expect(kept.size).to.equal(0);
  });

  it('are dropped when the caller expected another version', async () => {
    const { kept, service } = recordingFileStore();
    const person = await aConsentingPerson(service);
    const patch = { files: [{ kind: 'document_front', bytes: image } as const] };
    const refused = service.update({ caller: partner, id: person.id, expectedVersion: 7, patch });
    expect(await mustFail(refused)).to.deep.equal({ _tag: 'PreconditionFailed' });
    expect(kept.size).to.equal(0);
  });

  it('are kept once, also when the same image is uploaded again', async () => {
    const { kept, service } = recordingFileStore();
    const person = await aConsentingPerson(service);
    const patch = { files: [{ kind: 'document_front', bytes: image } as const] };
    await mustSucceed(personActions(person).patch(patch));
    await mustSucceed(personActions(person).patch(patch));
    expect([kept.size, (await stored(service, person.id)).evidence.length]).to.deep.equal([1, 2]);
  });
});

describe('a change of a profile', () => {
  it('that loses its race three times is a conflict, and is decided again each time', async () => {
    let tried = 0;
    const person = await aPerson(
      aService({
        profiles: (store) => ({
          ...store,
          commit: () => async () => {
            tried += 1;
            return E.left({ _tag: 'VersionConflict' });
          },
        }),
      }),
    );
    expect(await mustFail(personActions(person).consent())).to.deep.equal({ _tag: 'VersionConflict' });
    expect(tried).to.equal(3);
  });

  it('that the database did not store is reported as an outage, and is not retried', async () => {
    let tried = 0;
    const profiles: Parameters<typeof aService>[0] = {
      profiles: (store) => ({
        ...store,
        commit: () => async () => {
          tried += 1;
          return E.left(out);
        },
      }),
    };
    const person = await aPerson(aService(profiles));
    expect(await mustFail(personActions(person).consent())).to.deep.equal(out);
    expect(tried).to.equal(1);
  });
});
