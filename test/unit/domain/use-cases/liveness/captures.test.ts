import { TE, unavailable } from '@portcullis/domain';
import { maxCaptureBytes } from '@portcullis/domain/ports';
import { expect } from 'chai';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  consentingPerson,
  evidenceKindsOf,
  personActions,
  type ServiceChanges,
  stored,
} from '../../../../support/services/memory-service.ts';

type Answer = ReturnType<NonNullable<ReturnType<NonNullable<ServiceChanges['liveness']>>['submit']>>;

/** A provider that takes captures, and those that it was given. */
const takingProvider = (answer: () => Answer = () => TE.right(undefined)) => {
  const taken: { readonly sessionId: string; readonly bytes: number }[] = [];
  const liveness: NonNullable<ServiceChanges['liveness']> = (provider) => ({
    ...provider,
    submit: ({ capture, sessionId }) => {
      taken.push({ sessionId, bytes: capture.length });
      return answer();
    },
  });
  return { liveness, taken };
};

const somebodyAt = async (liveness: ServiceChanges['liveness']) => {
  const one = await consentingPerson(liveness ? { liveness, scenario: 'approve_after_waiting' } : {});
  const { caller } = one.person;
  if (caller.kind !== 'flow') throw new Error('a person has a flow token');
  const { sessionId } = await mustSucceed(one.open());
  const submit = (id = sessionId, capture = new Uint8Array([1, 2, 3])) =>
    one.service.submitCapture({ caller, sessionId: id, capture });
  return { ...one, sessionId, submit };
};

describe('a capture of a liveness session', () => {
  it('is passed on once, counted, and kept nowhere', async () => {
    const { liveness, taken } = takingProvider();
    const one = await somebodyAt(liveness);
    await mustSucceed(one.submit());
    expect(await mustFail(one.submit())).to.deep.equal({ _tag: 'CaptureRefused', why: 'submitted' });
    expect(taken).to.deep.equal([{ sessionId: one.sessionId, bytes: 3 }]);
    const kept = (await stored(one.service, one.person.id)).evidence.at(-1);
    expect(kept).to.have.all.keys('kind', 'sessionId', 'attempt', 'at');
    expect(kept).to.include({ kind: 'liveness_capture', sessionId: one.sessionId });
  });

  it('is passed on to a provider that is an object with a state of its own', async () => {
    const one = await somebodyAt((provider) => ({
      ...provider,
      submit() {
        expect(this).to.have.property('open', provider.open);
        return TE.right(undefined);
      },
    }));
    await mustSucceed(one.submit());
  });

  it('reaches the provider once when two requests come at the same time', async () => {
    const { liveness, taken } = takingProvider();
    const one = await somebodyAt(liveness);
    const tags = (await Promise.all([one.submit()(), one.submit()()])).map(({ _tag }) => _tag).sort();
    expect(tags).to.deep.equal(['Left', 'Right']);
    expect(taken).to.have.length(1);
  });

  it('uses its session up, also when the provider is down: another one is opened', async () => {
    const down = unavailable('liveness', 'out', 'timeout');
    const one = await somebodyAt(takingProvider(() => TE.left(down)).liveness);
    expect(await mustFail(one.submit())).to.equal(down);
    expect((await mustSucceed(one.open())).sessionId).not.to.equal(one.sessionId);
  });

  it('is refused by a provider that takes none, and nothing is counted', async () => {
    const one = await somebodyAt(undefined);
    expect(await mustFail(one.submit())).to.deep.equal({ _tag: 'CaptureRefused', why: 'not_supported' });
    expect(await evidenceKindsOf(one.person)).not.to.include('liveness_capture');
  });

  it('of a session of somebody else is not found', async () => {
    const { liveness, taken } = takingProvider();
    const one = await somebodyAt(liveness);
    expect(await mustFail(one.submit('00000000-0000-4000-8000-00000000000f'))).to.deep.equal({ _tag: 'NotFound' });
    expect(taken).to.deep.equal([]);
  });

  it('is taken up to its size, and not one byte beyond', async () => {
    const { liveness, taken } = takingProvider();
    const one = await somebodyAt(liveness);
    const tooMuch = one.submit(one.sessionId, new Uint8Array(maxCaptureBytes + 1));
    expect(await mustFail(tooMuch)).to.include({ _tag: 'TooLarge' });
    await mustSucceed(one.submit(one.sessionId, new Uint8Array(maxCaptureBytes)));
    expect(taken.map(({ bytes }) => bytes)).to.deep.equal([maxCaptureBytes]);
  });

  it('is not taken for a session that has run out, or once consent was withdrawn', async () => {
    const { liveness, taken } = takingProvider();
    const late = await somebodyAt(liveness);
    late.service.clock.advance(180_000);
    expect(await mustFail(late.submit())).to.include({ _tag: 'InvalidTransition', event: 'liveness_capture' });
    const withdrawn = await somebodyAt(liveness);
    await mustSucceed(personActions(withdrawn.person).consent(false));
    expect(await mustFail(withdrawn.submit())).to.include({ _tag: 'ConsentRequired' });
    expect(taken).to.deep.equal([]);
  });
});
