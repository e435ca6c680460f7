import { aReviewer } from '@portcullis/contracts/builders';
import { type Scope, scopes } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { openServer, type TestResponse } from '../../support/http/server.ts';
import { ada, stubServices } from '../../support/http/stub-services.ts';
import { mustSucceed } from '../../support/run.ts';
import {
  aPerson,
  aService,
  create,
  type Person,
  partner,
  personActions,
  stored,
} from '../../support/services/memory-service.ts';
import { submitEverything } from '../../support/services/submit-everything.ts';

const approval = { event: 'review_approved', reviewer: aReviewer, reason: 'seen', note: 'It is her.' };

const codeOf = ({ json }: TestResponse): unknown =>
  typeof json === 'object' && json !== null && 'code' in json ? json.code : null;

/** Posts status events as the partner, whose machine token has every scope, over the use cases in memory. */
const postAsPartner = async (service: Person['service'], id: string, event: object): Promise<TestResponse> => {
  const server = await openServer({
    services: stubServices({
      verifyToken: () => async () => ({ _tag: 'Right', right: partner }),
      authorizeProfile: service.authorizeProfile,
      postStatusEvent: service.post,
    }),
  });
  const received = await server.send({
    method: 'POST',
    path: `/api/status_history/${id}`,
    headers: { authorization: 'Bearer machine', 'content-type': 'application/json' },
    body: JSON.stringify(event),
  });
  await server.close();
  return received;
};

/** A person who was declined for a face mismatch, is created anew by force, and declines consent in the new profile. */
const mismatchedWithoutConsent = async (): Promise<Person> => {
  const service = aService({ scenario: 'decline_face_mismatch' });
  const mismatched = await aPerson(service);
  await submitEverything(mismatched);
  expect((await stored(service, mismatched.id)).statusReasons).to.deep.equal(['face_mismatch']);
  const again = await aPerson(service, { forceNew: true });
  await mustSucceed(personActions(again).consent(false));
  return again;
};

describe('a review over HTTP', () => {
  it('that would approve out of nothing, after a face mismatch, force_new and a declined consent, is refused', async () => {
    const person = await mismatchedWithoutConsent();
    expect((await stored(person.service, person.id)).status).to.equal('in_review');
    const received = await postAsPartner(person.service, person.id, approval);
    expect([received.status, received.json]).to.deep.equal([
      409,
      {
        type: '/problems/consent_required',
        title: 'Consent must be recorded first',
        status: 409,
        code: 'consent_required',
        detail: 'Nothing of this request was recorded. Record the consent of the person, then repeat this.',
        missing: ['consent'],
        request_id: 'request-1',
        retryable: false,
      },
    ]);
    expect((await stored(person.service, person.id)).status).to.equal('in_review');
  });

  it('that would approve a mismatch which was reopened is refused', async () => {
    const service = aService({ scenario: 'decline_face_mismatch' });
    const person = await aPerson(service);
    await submitEverything(person);
    expect((await postAsPartner(service, person.id, { event: 'reopened', note: 'n' })).status).to.equal(201);
    expect(codeOf(await postAsPartner(service, person.id, approval))).to.equal('biometrics_not_passed');
  });

  it('of two similar faces is recorded with the id of the reviewer', async () => {
    const service = aService({ scenario: 'review_face_borderline' });
    const person = await aPerson(service);
    await submitEverything(person);
    const received = await postAsPartner(service, person.id, approval);
    expect(received.json).to.deep.include({ profile_status: 'approved' });
    expect(received.json).to.have.nested.property('data.reviewer', 'staff-0217');
    expect((await stored(service, person.id)).decision?.decidedBy).to.deep.equal({
      type: 'reviewer',
      id: 'staff-0217',
    });
  });

  it('names its reviewer by an opaque id', async () => {
    const service = aService({ scenario: 'review_face_borderline' });
    const person = await aPerson(service);
    await submitEverything(person);
    const { reviewer: _, ...unnamed } = approval;
    const missing = await postAsPartner(service, person.id, unnamed);
    expect([missing.status, codeOf(missing)]).to.deep.equal([422, 'validation_failed']);
    for (const id of ['a.eriksson@example.org', 'Anna Eriksson', 'anna', '15550001234', '1-555-000-1234']) {
      const received = await postAsPartner(service, person.id, { ...approval, reviewer: { id } });
      expect([received.status, codeOf(received)], id).to.deep.equal([400, 'invalid_request']);
    }
    expect((await mustSucceed(create(service))).view.profile.status).to.equal('in_review');
  });
});

describe('the scopes of status events', () => {
  const events = {
    review_approved: approval,
    review_declined: { ...approval, event: 'review_declined' },
    input_requested: { event: 'input_requested', reviewer: aReviewer, note: 'n', steps: ['liveness'] },
    reopened: { event: 'reopened', note: 'n' },
    renewed: { event: 'renewed' },
    canceled: { event: 'canceled' },
  };
  const expected: { readonly [Event in keyof typeof events]: Scope } = {
    review_approved: 'reviews:write',
    review_declined: 'reviews:write',
    input_requested: 'reviews:write',
    reopened: 'status-history:write',
    renewed: 'status-history:write',
    canceled: 'status-history:write',
  };

  for (const [name, needed] of Object.entries(expected)) {
    it(`let ${needed} alone post ${name}`, async () => {
      const server = await openServer();
      const admitted = [];
      for (const scope of scopes) {
        const received = await server.send({
          method: 'POST',
          path: `/api/status_history/${ada}`,
          headers: { authorization: `Bearer only.${scope.replace(':', '.')}`, 'content-type': 'application/json' },
          body: JSON.stringify(Object.entries(events).find(([event]) => event === name)?.[1]),
        });
        if (received.status === 201) admitted.push(scope);
        else expect([received.status, codeOf(received)], scope).to.deep.equal([403, 'insufficient_scope']);
      }
      await server.close();
      expect(admitted).to.deep.equal([needed]);
    });
  }
});
