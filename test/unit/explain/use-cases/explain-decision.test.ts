import { aReviewer } from '@portcullis/contracts/builders';
import { type MachinePrincipal, notFound, TE } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import { explainDecision } from '@portcullis/explain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  ledgerOf,
  type Person,
  partner,
  personActions,
} from '../../../support/services/memory-service.ts';
import { submitEverything } from '../../../support/services/submit-everything.ts';

const ask = ({ service, id }: Person, seq: number | null = null, caller: MachinePrincipal = partner) =>
  explainDecision(service)({ caller, id, seq });

/** A person who fails liveness at first, is approved then, and is reviewed by a person at last. */
const tried = async (): Promise<Person> => {
  const person = await aPerson(aService({ scenario: 'retry_liveness_then_approve' }));
  await submitEverything(person);
  await completeLiveness(person);
  const { service, id } = person;
  const post = (event: 'reopened' | 'review_declined', reason: string | null) =>
    service.post({
      caller: partner,
      id,
      event,
      reviewer: aReviewer,
      reason,
      note: 'A second look.',
      steps: null,
      expectedVersion: null,
    });
  await mustSucceed(post('reopened', null));
  await mustSucceed(post('review_declined', 'document_tampered'));
  return person;
};

describe('a request for an explanation', () => {
  it('answers the newest decision, and every earlier one by its seq in the ledger', async () => {
    const person = await tried();
    const ledger = await ledgerOf(person.service, person.id);
    const places = ledger.filter(({ type }) => type === 'checks_completed' || type === 'review_declined');
    const all = await Promise.all(places.map(({ seq }) => mustSucceed(ask(person, seq))));
    expect(all.map(({ recorded }) => [recorded.decidedBy.type, recorded.outcome, recorded.status])).to.deep.equal([
      ['system', 'retry', 'requires_input'],
      ['system', 'approve', 'approved'],
      ['reviewer', 'decline', 'declined'],
    ]);
    expect(all.map(({ reproduced }) => reproduced)).to.deep.equal([true, true, true]);
    expect(await mustSucceed(ask(person))).to.deep.equal(all[2]);
  });

  it('finds nothing at a seq that holds no decision', async () => {
    const person = await tried();
    const ledger = await ledgerOf(person.service, person.id);
    const others = ledger.filter(({ type }) => type !== 'checks_completed' && type !== 'review_declined');
    expect(others.map(({ type }) => type)).to.include.members(['created', 'reopened', 'file.added']);
    for (const seq of [0, ...others.map((entry) => entry.seq), ledger.length + 1, 1_000_000_000]) {
      expect(await mustFail(ask(person, seq)), String(seq)).to.deep.equal(notFound);
    }
  });

  it('finds nothing for a profile without a decision, or that the caller may not see', async () => {
    const person = await aPerson(aService());
    expect(await mustFail(ask(person))).to.deep.equal(notFound);
    await mustSucceed(personActions(person).consent());
    await mustSucceed(personActions(person).patch({ files: [{ kind: 'document_front', bytes: tinyJpeg() }] }));
    expect(await mustFail(ask(person))).to.deep.equal(notFound);
    const settled = await tried();
    const stranger: MachinePrincipal = { ...partner, tenant: { partnerId: 'globex', teamId: null } };
    expect(await mustFail(ask(settled, null, stranger))).to.deep.equal(notFound);
    expect(await mustFail(ask({ ...settled, id: 'none00000000000' }))).to.deep.equal(notFound);
  });

  it('writes nothing, also where a transition by time is due', async () => {
    const person = await tried();
    const before = JSON.stringify([...person.service.records.profiles, ...person.service.records.rows('ledger')]);
    person.service.clock.advance(400 * 86_400_000);
    await mustSucceed(ask(person));
    expect(JSON.stringify([...person.service.records.profiles, ...person.service.records.rows('ledger')])).to.equal(
      before,
    );
  });

  it('reports that a policy is gone instead of what it would have decided', async () => {
    const person = await tried();
    const policies = { ...person.service.policies, get: () => async () => ({ _tag: 'Left', left: notFound }) as const };
    const { reproduced, mismatch } = await mustSucceed(
      explainDecision({ ...person.service, policies })({ caller: partner, id: person.id, seq: null }),
    );
    expect([reproduced, mismatch]).to.deep.equal([false, 'policy_changed']);
  });

  it('reports the same for a policy whose stored document was altered', async () => {
    const person = await tried();
    const altered = damagedRecord('another digest');
    const policies = { ...person.service.policies, get: () => TE.left(altered) };
    const explained = explainDecision({ ...person.service, policies })({ caller: partner, id: person.id, seq: null });
    const { reproduced, mismatch } = await mustSucceed(explained);
    expect([reproduced, mismatch]).to.deep.equal([false, 'policy_changed']);
  });
});
