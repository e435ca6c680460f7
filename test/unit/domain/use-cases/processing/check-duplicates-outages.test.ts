import { type DuplicateIndex, E, TE, unavailable } from '@portcullis/domain';
import { changeProfile } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import type { Command } from '#domain/profile/commands';
import { aDevice } from '../../../../support/builders/evidence.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  completeLiveness,
  ledgerOf,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';
import { anEnvironment, duplicateChecksOf, outcomeOf, photo } from '../../../../support/services/repeated-documents.ts';
import { sweepOnce } from '../../../../support/services/submit-everything.ts';

const files = [{ kind: 'document_front', bytes: photo(0) } as const];

/** An index that does something before it records each attempt. */
const beforeRecording =
  (deed: () => Promise<unknown>) =>
  (register: DuplicateIndex): DuplicateIndex => ({
    ...register,
    record: (sighted, windowSeconds) => async () => {
      await deed();
      return register.record(sighted, windowSeconds)();
    },
  });

describe('an outage of the duplicate index', () => {
  for (const operation of ['keyOf', 'note'] as const) {
    it(`leaves a profile in processing while ${operation} is down, and no provider is called twice`, async () => {
      const asked: string[] = [];
      let down = true;
      const out = unavailable('database', 'out');
      const service = anEnvironment().instance({
        duplicateIndex: (register) => ({
          ...register,
          partnerKey: (partner) => (down && operation === 'keyOf' ? TE.left(out) : register.partnerKey(partner)),
          record: (sighted, seconds) =>
            down && operation === 'note' ? TE.left(out) : register.record(sighted, seconds),
        }),
        faces: ({ compare }) => ({
          compare: (input) => {
            asked.push('faces');
            return compare(input);
          },
        }),
      });
      const person = await aPerson(service);
      await mustSucceed(personActions(person).consent());
      await completeLiveness(person);
      expect(await mustFail(personActions(person).patch({ files }))).to.equal(out);
      const kept = await stored(service, person.id);
      expect(kept.evidence.map(({ kind }) => kind)).to.deep.equal([
        'consent',
        'liveness_session',
        'file',
        'liveness_result',
        'file',
        'document_reading',
        'face_match',
      ]);
      expect(kept.status).to.equal('processing');
      down = false;
      expect((await sweepOnce(person)).status).to.equal('approved');
      expect([asked, service.readerCalls.calls]).to.deep.equal([['faces'], 1]);
    });
  }

  it('is followed by concurrent calls of two instances with one effect', async () => {
    const { clock, instance } = anEnvironment();
    let waiting = 0;
    let release: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      release = resolve;
    });
    const together = beforeRecording(async () => {
      waiting += 1;
      if (waiting === 2) release();
      await both;
    });
    const one = instance({ duplicateIndex: together });
    const other = instance({ duplicateIndex: together });
    const person = await aPerson(one);
    await mustSucceed(personActions(person).consent());
    await completeLiveness(person);
    const submitted = mustSucceed(personActions(person).patch({ files }));
    while (waiting === 0) await new Promise(setImmediate);
    clock.advance(80_000);
    await mustSucceed(other.sweep());
    expect((await submitted).profile.status).to.equal('approved');
    expect((await duplicateChecksOf(person)).map(({ attempts }) => attempts.reference)).to.deep.equal([1]);
    const entries = (await ledgerOf(one, person.id)).map(({ type }) => type);
    expect(entries.slice(-3)).to.deep.equal(['face.compared', 'history.looked_up', 'checks_completed']);
  });

  it('is followed by a repeated check when more was shown before the decision', async () => {
    const { instance } = anEnvironment({ device: 0 });
    const person = { id: '' };
    const others = instance();
    const late = (linkedId: string): Command => ({
      id: 'late',
      actor: { type: 'system', id: 'portcullis' },
      action: {
        type: 'observe',
        forAttempt: 1,
        evidence: [{ kind: 'device', eventId: 'sim-1', facts: aDevice({ linkedId }).facts }],
      },
    });
    const tells = beforeRecording(() =>
      mustSucceed(
        changeProfile(others, {
          caller: null,
          id: person.id,
          purpose: 'write',
          plan: () => E.right([late(person.id)]),
        }),
      ),
    );
    const somebody = await aPerson(instance({ duplicateIndex: tells }));
    person.id = somebody.id;
    await mustSucceed(personActions(somebody).consent());
    await completeLiveness(somebody);
    await mustSucceed(personActions(somebody).patch({ files }));
    expect(await outcomeOf(somebody)).to.deep.equal(['processing']);
    await sweepOnce(somebody);
    expect(await outcomeOf(somebody)).to.deep.equal(['approved']);
    expect(await duplicateChecksOf(somebody)).to.have.length(1);
  });
});
