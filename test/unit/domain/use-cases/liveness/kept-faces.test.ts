import { aReviewer } from '@portcullis/contracts/builders';
import { E, type LivenessProvider } from '@portcullis/domain';
import type { LivenessResult } from '@portcullis/domain/ports';
import { changeProfile } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { tinyJpeg, tinyJpegNumber } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  cancelProfile,
  consentingPerson,
  ledgerOf,
  partner,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

const convincing: LivenessResult = {
  status: 'succeeded',
  confidence: 97,
  challenge: 'movement_and_light',
  referenceImage: tinyJpegNumber(4),
};
const attack: LivenessResult = {
  status: 'succeeded',
  confidence: 3,
  challenge: 'movement_and_light',
  referenceImage: tinyJpegNumber(5),
};

/** A person with an open session; `meanwhile` happens while the provider is asked for its result. */
const whileAsked = async (result: LivenessResult, meanwhile: (one: Person) => Promise<unknown>) => {
  let act = async (): Promise<unknown> => undefined;
  const liveness: ServiceChanges['liveness'] = (provider): LivenessProvider => ({
    open: provider.open,
    read: () => async () => {
      await act();
      return E.right(result);
    },
  });
  const one = await consentingPerson({ liveness });
  const { sessionId } = await mustSucceed(one.open());
  act = () => meanwhile(one);
  const read = await mustSucceed(one.service.readResult({ caller: one.person.caller, sessionId }));
  return { ...one, read, sessionId };
};

type Person = Awaited<ReturnType<typeof consentingPerson>>;

const withdraw = async (one: Person): Promise<unknown> => mustSucceed(one.consent(false));

const filesOf = async ({ person: { id }, service }: Person) => {
  const { evidence } = await stored(service, id);
  return [service.records.files.size, evidence.filter(({ kind }) => kind === 'file').length];
};

/** Without what is due and the link: the words of the ledger after the session was opened. */
const typesOf = async ({ person: { id }, service }: Person) => {
  const types = (await ledgerOf(service, id)).map(({ type }) => type);
  return types.slice(types.indexOf('liveness.session_opened') + 1);
};

describe('the face of a person who withdraws consent while the result of a session is fetched', () => {
  it('is not kept, neither as a file nor as evidence', async () => {
    const one = await whileAsked(convincing, withdraw);
    expect(await filesOf(one)).to.deep.equal([0, 0]);
    const types = await typesOf(one);
    expect(types).not.to.include('file.added');
    expect(types.at(-1)).to.equal('liveness.late_result');
    expect(one.read).to.deep.include({ status: 'succeeded', referenceImageFileId: null });
  });

  it('is not kept either where the result speaks against the person, which counts without it', async () => {
    const one = await whileAsked(attack, withdraw);
    expect(await filesOf(one)).to.deep.equal([0, 0]);
    expect((await typesOf(one)).at(-1)).to.equal('liveness.result');
    const asked = {
      event: 'input_requested',
      reviewer: aReviewer,
      reason: null,
      note: 'n',
      steps: ['consent'],
      expectedVersion: null,
    } as const;
    const { id } = one.person;
    await mustSucceed(one.service.post({ caller: partner, id, ...asked }));
    await mustSucceed(one.consent());
    expect(await mustFail(one.open())).to.deep.include({ _tag: 'InvalidTransition', event: 'liveness_session' });
    await mustSucceed(one.analyze(tinyJpeg()));
    expect(await stored(one.service, id)).to.deep.include({ status: 'declined', statusReasons: ['liveness_attack'] });
  });

  it('is removed where the process ended before it recorded the result', async () => {
    const ends: ServiceChanges['profiles'] = (store) => ({
      ...store,
      commit: (change) =>
        change.entries.some(({ type }) => type === 'liveness.result')
          ? () => Promise.reject(new Error('the process ends'))
          : store.commit(change),
    });
    const one = await consentingPerson({ profiles: ends });
    const { sessionId } = await mustSucceed(one.open());
    const read = one.service.readResult({ caller: one.person.caller, sessionId });
    const error = await read().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect([error instanceof Error, one.service.records.files.size]).to.deep.equal([true, 1]);
    await withdraw(one);
    expect(await filesOf(one)).to.deep.equal([0, 0]);
  });
});

describe('the face of a session whose result does not count', () => {
  it('is not kept for a profile that was canceled while the result was fetched', async () => {
    const one = await whileAsked(convincing, ({ person, service }) => cancelProfile(service, person.id));
    expect(await filesOf(one)).to.deep.equal([0, 0]);
    expect(await typesOf(one)).to.deep.equal(['canceled', 'liveness.late_result']);
  });

  it('is not kept for a profile that was canceled before', async () => {
    const one = await consentingPerson();
    const { sessionId } = await mustSucceed(one.open());
    await cancelProfile(one.service, one.person.id);
    const read = await mustSucceed(one.service.readResult({ caller: partner, sessionId }));
    expect(read).to.deep.include({ status: 'succeeded', referenceImageFileId: null, profileStatus: 'canceled' });
    expect(await filesOf(one)).to.deep.equal([0, 0]);
    expect(await typesOf(one)).to.deep.equal(['canceled', 'liveness.late_result']);
  });

  it('is not taken by the aggregate, whoever observes it', async () => {
    const one = await consentingPerson();
    const { sessionId } = await mustSucceed(one.open());
    await withdraw(one);
    const { id } = one.person;
    const file = { id: 'face00000000001', kind: 'liveness_reference', contentType: 'image/jpeg', size: 1 } as const;
    const evidence = [
      { kind: 'file', file: { ...file, sha256: 'a'.repeat(64) } },
      {
        kind: 'liveness_result',
        sessionId,
        status: 'succeeded',
        confidence: 97,
        challenge: 'movement_and_light',
        referenceFileId: file.id,
      },
    ] as const;
    const action = { type: 'observe', forAttempt: 1, evidence } as const;
    const plan = () => E.right([{ id: 'c', actor: { type: 'system', id: 'portcullis' } as const, action }]);
    const { profile } = await mustSucceed(changeProfile(one.service, { caller: null, id, purpose: 'write', plan }));
    expect(profile.evidence.at(-1)).to.deep.include({ late: true, referenceFileId: null, faceWithheld: true });
    expect(profile.evidence.filter(({ kind }) => kind === 'file')).to.deep.equal([]);
  });
});
