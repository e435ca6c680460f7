import type { Principal, Status } from '@portcullis/domain';
import { expect } from 'chai';
import { tinyJpeg } from '../../../../support/images/tiny-jpeg.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  completeLiveness,
  create,
  type Person,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';

const day = 86_400_000;
const ended = (status: Status) => ({ _tag: 'FlowEnded', status });

/** Lists every request that a flow token may make, by name. */
const requests = (person: Person) => {
  const { analyze, credentials, look, open, patch } = personActions(person);
  return {
    look: look(),
    patch: patch({ language: 'sv' }),
    open: open(),
    analyze: analyze(anotherJpeg()),
    credentials: credentials(),
  };
};

/** Makes an image that was never sent before, because a repeated image is answered with its stored reading. */
const anotherJpeg = () => Uint8Array.from([...tinyJpeg(), 0]);

const refusals = async (person: Person) => {
  const found: { [name: string]: unknown } = {};
  for (const [name, task] of Object.entries(requests(person))) found[name] = await mustFail<unknown>(task);
  return found;
};

const all = (refusal: unknown) => ({
  look: refusal,
  patch: refusal,
  open: refusal,
  analyze: refusal,
  credentials: refusal,
});

/** A person at the end of a complete journey. */
const finishedPerson = async (...given: Parameters<typeof aService>): Promise<Person> => {
  const person = await aPerson(aService(...given));
  await mustSucceed(personActions(person).consent());
  await mustSucceed(personActions(person).analyze(tinyJpeg()));
  await completeLiveness(person);
  return person;
};

describe('a flow token', () => {
  it('opens the flow with its first use, and only then', async () => {
    const person = await aPerson(aService());
    expect((await mustSucceed(person.service.get({ caller: partner, id: person.id }))).profile.status).to.equal(
      'created',
    );
    const first = await mustSucceed(personActions(person).look());
    expect([first.profile.status, first.profile.version]).to.deep.equal(['in_progress', 2]);
    expect((await mustSucceed(personActions(person).look())).profile.version).to.equal(2);
  });

  it('is ended by a second create, and not by one with keepLink, which gives one more', async () => {
    const first = await aPerson(aService());
    const again = { claimed: { lastName: 'Eriksson' }, keepLink: true };
    const kept = await mustSucceed(create(first.service, again));
    expect((await mustSucceed(personActions(first).look())).profile.claimed).to.deep.equal({ last_name: 'Eriksson' });
    const { principal: caller } = await mustSucceed(first.service.tokens.verify(kept.link?.token ?? ''));
    expect((await mustSucceed(personActions({ ...first, caller }).look())).profile.id).to.equal(first.id);
    await mustSucceed(create(first.service));
    expect(await mustFail(personActions(first).look())).to.deep.equal({ _tag: 'InvalidToken', expired: false });
  });

  it('of an older link is invalid, and one of a future link too', async () => {
    const person = await aPerson(aService());
    const invalid = { _tag: 'InvalidToken', expired: false };
    const link = await mustSucceed(person.service.renewLink({ caller: partner, id: person.id }));
    expect(await refusals(person)).to.deep.equal(all(invalid));
    const { principal: caller } = await mustSucceed(person.service.tokens.verify(link.token));
    expect((await mustSucceed(personActions({ ...person, caller }).look())).profile.status).to.equal('in_progress');
    if (caller.kind !== 'flow') throw new Error('a person has a flow token');
    const ahead: Principal = { ...caller, generation: 3 };
    expect(await refusals({ ...person, caller: ahead })).to.deep.equal(all(invalid));
  });

  for (const [scenario, status] of [
    ['approve', 'approved'],
    ['decline_face_mismatch', 'declined'],
  ] as const) {
    it(`of a profile that is ${status} may read, and nothing more`, async () => {
      const person = await finishedPerson({ scenario });
      const { look, ...others } = requests(person);
      expect((await mustSucceed(look)).profile.status).to.equal(status);
      for (const task of Object.values(others)) expect(await mustFail<unknown>(task)).to.deep.equal(ended(status));
    });
  }

  it('of a profile that lapsed may read, and nothing more', async () => {
    const person = await finishedPerson();
    person.service.clock.advance(366 * day);
    const { look, ...others } = requests(person);
    for (const task of Object.values(others)) expect(await mustFail<unknown>(task)).to.deep.equal(ended('lapsed'));
    expect((await mustSucceed(look)).profile.status).to.equal('lapsed');
  });

  it('of a profile in review may read, and other requests report an invalid transition', async () => {
    const person = await finishedPerson({ scenario: 'review_face_borderline' });
    const { look, ...others } = requests(person);
    expect((await mustSucceed(look)).profile.status).to.equal('in_review');
    for (const task of Object.values(others)) {
      expect(await mustFail<unknown>(task)).to.deep.equal({
        _tag: 'InvalidTransition',
        event: 'evidence_added',
        status: 'in_review',
        allowed: [],
      });
    }
  });

  it('of a profile that has expired is refused, also before the expiry is written', async () => {
    const person = await aPerson(aService());
    person.service.clock.advance(7 * day - 1);
    expect((await mustSucceed(personActions(person).look())).profile.status).to.equal('in_progress');
    person.service.clock.advance(1);
    expect((await stored(person.service, person.id)).status).to.equal('in_progress');
    expect(await refusals(person)).to.deep.equal(all(ended('expired')));
  });

  it('of a profile that was canceled is refused', async () => {
    const person = await aPerson(aService());
    const cancel = { event: 'canceled', reason: null, note: null, steps: null, expectedVersion: null } as const;
    const done = await mustSucceed(person.service.post({ caller: partner, id: person.id, ...cancel }));
    expect(done.profileStatus).to.equal('canceled');
    expect(done.entry).to.deep.include({ type: 'canceled', reasons: ['flow_canceled_by_client'] });
    expect(await refusals(person)).to.deep.equal(all(ended('canceled')));
  });

  it('cannot change the partner’s data about the person', async () => {
    const person = await aPerson(aService());
    const refused = await mustFail(personActions(person).patch({ claimed: { phone: '123' }, metadata: { a: 'b' } }));
    expect(refused).to.deep.equal({
      _tag: 'Invalid',
      faults: [
        { pointer: '/claimed', message: 'not for a flow token' },
        { pointer: '/metadata', message: 'not for a flow token' },
      ],
    });
    expect((await stored(person.service, person.id)).version).to.equal(1);
  });
});

describe('a machine token', () => {
  it('without a team may read the profiles of every team', async () => {
    const service = aService();
    const north = { ...partner, tenant: { partnerId: 'acme', teamId: 'north' } };
    const { view } = await mustSucceed(create(service, { caller: north }));
    const seen = await mustSucceed(service.get({ caller: partner, id: view.profile.id }));
    expect(seen.profile.tenant).to.deep.equal({ partnerId: 'acme', teamId: 'north' });
  });
});
