import { memoryPorts } from '@portcullis/adapter-memory';
import {
  createProfile,
  createVerification,
  E,
  openLivenessSession,
  processVerification,
  sweepDue,
  updateProfile,
} from '@portcullis/domain';
import { decode, type t } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { inputs as staffInputs } from '#backoffice/access/inputs';
import type { ClaimedInput } from '#domain/evidence/claimed-input';
import { inputs } from '#domain/use-cases/access/input-codecs';
import { inputs as eventInputs } from '#events/input/inputs';
import { memoryRecords, storesInMemory } from '../../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import {
  aPerson,
  aService,
  create,
  partner,
  personActions,
  stored,
} from '../../../../support/services/memory-service.ts';
import { aReviewDesk, aStaffMember } from '../../../../support/services/review-desk.ts';

/** The inputs of the three packages of use cases. */
const everyInput = { ...inputs, ...eventInputs, ...staffInputs };

/** An input as a program in JavaScript hands it in, which no type has seen. */
const untyped = (value: object): never => value as never;

const faultsOf = async (task: Parameters<typeof mustFail>[0]) => {
  const error = await mustFail(task);
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'faults') : error;
};

const shown = (pointer: string, message: string) => [{ pointer, message }];
const unknown = 'unknown field';

describe('what a program hands to the use cases', () => {
  for (const [claimed, key, message] of [
    [{ date_of_birth: '1980-01-01' }, 'date_of_birth', 'unknown field; it is called dateOfBirth'],
    [{ firstName: 'Anna', last_name: 'Eriksson' }, 'last_name', 'unknown field; it is called lastName'],
    [{ shoeSize: '42' }, 'shoeSize', unknown],
  ] as const)
    it(`is refused where it claims ${key}, which nothing would compare, and nothing is stored`, async () => {
      const service = aService();
      const created = create(service, { claimed: untyped(claimed) });
      expect(await faultsOf(created)).to.deep.equal(shown(`/claimed/${key}`, message));
      const person = await aPerson(service);
      const before = await stored(service, person.id);
      const patch = { files: [], claimed: untyped(claimed) };
      const changed = service.update({ caller: partner, id: person.id, expectedVersion: null, patch });
      expect(await faultsOf(changed)).to.deep.equal(shown(`/patch/claimed/${key}`, message));
      expect(await stored(service, person.id)).to.deep.equal(before);
    });

  it('is refused by the compiler where a claim is named as on the wire, and is stored under that name', async () => {
    // @ts-expect-error: the field is called dateOfBirth
    const mistaken: ClaimedInput = { firstName: 'Anna', date_of_birth: '1980-01-01' };
    expect(mistaken).to.have.property('firstName', 'Anna');
    const claimed: ClaimedInput = { firstName: 'Anna', dateOfBirth: '1980-01-01' };
    const person = await aPerson(aService(), { claimed });
    const { claimed: kept } = await stored(person.service, person.id);
    expect(kept).to.deep.equal({ first_name: 'Anna', date_of_birth: '1980-01-01' });
  });

  it('is refused with the pointer of what is wrong, whichever use case it is', async () => {
    const service = aService();
    const person = await aPerson(service);
    const { caller, id } = person;
    await mustSucceed(personActions(person).consent());
    const bytes = new Uint8Array([1]);
    const event = {
      caller: partner,
      id,
      reason: null,
      note: null,
      steps: null,
      expectedVersion: null,
    };
    const partnerEvent = {
      caller: partner,
      id,
      occurredAt: null,
      outcome: null,
      data: {},
      expectedVersion: null,
    };
    for (const [task, pointer] of [
      [create(service, untyped({ forcenew: true })), '/forcenew'],
      [create(service, untyped({ caller: { ...partner, scopes: ['profile:read'] } })), '/caller/scopes/0'],
      [
        service.update({ caller, id, expectedVersion: null, patch: untyped({ files: [{ kind: 'passport', bytes }] }) }),
        '/patch/files/0/kind',
      ],
      [
        service.update({ caller, id, expectedVersion: null, patch: untyped({ files: [], device: { event_id: 'a' } }) }),
        '/patch/device/event_id',
      ],
      [
        service.analyze({ caller, profileId: id, front: { bytes }, back: null, hints: untyped({ land: 'SWE' }) }),
        '/hints/land',
      ],
      [service.openSession({ caller, profileId: id, challenge: untyped(Object('none')) }), '/challenge'],
      [service.post({ ...event, event: untyped(Object('approve')) }), '/event'],
      [service.append({ ...partnerEvent, type: 'call made' }), '/type'],
      // What a copy as JSON would lose is no JSON.
      [service.append({ ...partnerEvent, type: 'partner.seen', data: untyped(new Map([['order', '1']])) }), '/data'],
      [service.append({ ...partnerEvent, type: 'partner.seen', data: untyped({ at: new Date() }) }), '/data'],
      [create(service, untyped({ metadata: new Map([['order', '1']]) })), '/metadata'],
    ] as const)
      expect((await faultsOf(task))[0], pointer).to.include({ pointer });
  });

  it('is refused where the name of a partner, a team or a client is none that a store can write', async () => {
    const service = aService();
    for (const name of ['', '\0', 'shop\0', ' ', 'a'.repeat(201)])
      for (const [caller, pointer] of [
        [{ ...partner, tenant: { partnerId: name, teamId: null } }, '/caller/tenant/partnerId'],
        [{ ...partner, tenant: { ...partner.tenant, teamId: name } }, '/caller/tenant/teamId'],
        [{ ...partner, clientId: name }, '/caller/clientId'],
      ] as const)
        expect((await faultsOf(create(service, { caller })))[0], pointer).to.include({ pointer });
    const tenant = { partnerId: 'a'.repeat(200), teamId: 'Förderung & Söhne, 東京' };
    await mustSucceed(create(service, { caller: { ...partner, tenant } }));
  });

  for (const redirectUrl of ['javascript:alert(1)', 'data:text/html,x', 'not a url', '/rel', 'https://10.0.0.1/'])
    it(`is refused where it would send people to ${redirectUrl}`, async () => {
      const [fault] = await faultsOf(create(aService(), { redirectUrl }));
      expect(fault).to.deep.include({ pointer: '/redirectUrl' });
    });

  it('may send people to a public page', async () => {
    const created = await mustSucceed(create(aService(), { redirectUrl: 'https://partner.example/done?a=b' }));
    expect(created.view.profile.redirectUrl).to.equal('https://partner.example/done?a=b');
  });

  for (const [name, input, pointer] of [
    ['createClient', { name: 'Orders', scopes: [] }, '/scopes'],
    ['createClient', { name: 'Orders', scopes: ['profiles:read', 'profiles:read'] }, '/scopes/1'],
    ['createClient', { name: 'Orders', scopes: ['profiles:read'], teamId: '\u0000' }, '/teamId'],
    ['createEndpoint', { url: 'a b', description: null, types: null }, '/url'],
    ['createEndpoint', { url: 'https://a.example', description: ' ', types: [] }, '/description'],
    ['holdReview', { id: 'a', held: true, note: '' }, '/note'],
    ['createDraft', { policy: {}, note: 'x'.repeat(2001) }, '/note'],
    ['publishDraft', { id: 'a', expectedRevision: 0, digest: 'short' }, '/expectedRevision'],
    ['listProfiles', { filter: { limit: 1, createdAfter: 'yesterday' } }, '/filter/createdAfter'],
    ['searchReviews', { search: { by: 'reference', reference: '' } }, '/search/reference'],
  ] as const)
    it(`is refused by ${name} where the API would refuse ${pointer}`, () => {
      const form: t.Decoder<unknown, unknown> = everyInput[name];
      const decoded = decode(form, { caller: aStaffMember(1, ['admin']), ...input });
      expect(E.isLeft(decoded) && decoded.left.map((fault) => fault.pointer)).to.include(pointer);
    });

  it('is refused by the use cases of staff as well', async () => {
    const desk = aReviewDesk(storesInMemory(memoryRecords()));
    const caller = aStaffMember(1, ['senior']);
    const put = { caller, list: 'blocked', note: 'Stolen.' } as const;
    const named = desk.addToList({ ...put, subject: untyped({ by: 'document', documentNumber: 'A1', issuer: 'UTO' }) });
    expect((await faultsOf(named)).map(({ pointer }: { pointer: string }) => pointer)).to.include(
      '/subject/documentNumber',
    );
  });
});

describe('a use case that is made of something else than its ports', () => {
  const make: (deps: never) => unknown = createProfile;

  it('names a port of another kind', () => {
    const service = aService();
    for (const clock of [7, 'now', {}, true])
      expect(() => make(untyped({ ...service, clientUrl: 'https://verify.example', clock }))).to.throw(
        TypeError,
        'createProfile is made with something else as clock',
      );
  });

  it('names a clock that tells no time, where a function may tell it too', () => {
    const made = (clock: unknown) => () =>
      createVerification({ ...memoryPorts(), clock: clock as never }, { clientUrl: 'https://verify.example' });
    for (const answer of ['noon', '2026', null, undefined, true, Number.NaN, new Date(Number.NaN)])
      expect(made(() => answer)).to.throw(TypeError, 'the clock answers neither a Date nor milliseconds since 1970');
    for (const clock of [7, 'now', {}, true, new Date(), { now: () => Number.NaN }, { now: () => new Date() }])
      expect(made(clock)).to.throw(TypeError, 'the clock has no now() that answers milliseconds since 1970');
    for (const clock of [() => new Date(), Date.now, { now: Date.now }]) expect(made(clock)).not.to.throw();
  });

  it('names the methods that a port of one’s own lacks, when all of them are made', () => {
    const made = (ports: object) => () =>
      createVerification({ ...memoryPorts(), ...ports }, { clientUrl: 'https://verify.example' });
    expect(made({ reader: {} })).to.throw(TypeError, 'createVerification is made without reader.read');
    const { profiles } = memoryPorts();
    const halves = { profiles: { ...profiles, due: undefined }, tokens: { verify: () => null } };
    expect(made(halves)).to.throw(TypeError, /without .*tokens\.issueMachine.*profiles\.due/);
  });

  it('refuses a base of links that no link can begin with', () => {
    const made = (clientUrl: unknown) => () => createVerification(memoryPorts(), { clientUrl: clientUrl as never });
    const forms = [
      '',
      'example.org',
      'ftp://example.org',
      'https://',
      'https://example.org/',
      'https://example.org/a/',
    ];
    const parts = [
      'https://a:b@example.org',
      'https://example.org:99999',
      'https://example.org?a=b',
      'https://exa|mple',
    ];
    const hosts = ['https://my_host.example', 'https://m\u00fcller.example'];
    for (const url of [undefined, 5, ...forms, ...parts, ...hosts])
      expect(made(url), String(url)).to.throw(TypeError, 'an address such as https://verify.example.org');
    for (const url of hosts) expect(made(url), url).to.throw(/its host has a-z, 0-9, dots and hyphens, .* xn-- form/);
    for (const url of [
      'http://127.0.0.1:8000',
      'https://example.org/a/b',
      'https://[::1]:1',
      'https://xn--mller-kva.example',
      () => 'https://example.org',
    ])
      expect(made(url), String(url)).not.to.throw();
  });

  it('is swept without a rejection where its listener is no function', async () => {
    const service = aService();
    await aPerson(service);
    await mustSucceed(sweepDue(service)(untyped({})));
  });

  it('names all its ports where it is made of nothing', () => {
    const nothing: unknown = undefined;
    expect(() => make(nothing as never)).to.throw(TypeError, 'createProfile is made without profiles');
  });
});

describe('a use case that is made without one of its ports', () => {
  const makers = { createProfile, updateProfile, openLivenessSession, processVerification };
  for (const [name, ports] of [
    ['createProfile', ['profiles', 'policies', 'clock', 'ids', 'tokens', 'clientUrl']],
    ['updateProfile', ['media', 'authorizeProfile', 'consentTexts', 'processVerification']],
    ['openLivenessSession', ['liveness', 'files']],
    [
      'processVerification',
      ['barcodes', 'reader', 'faces', 'devices', 'deviceEventClaims', 'duplicateIndex', 'deferredRetries'],
    ],
  ] as const)
    it(`names what is missing: ${name}`, () => {
      const service = aService();
      const make: (deps: never) => unknown = makers[name];
      for (const port of ports)
        expect(() => make(untyped({ ...service, [port]: undefined }))).to.throw(
          TypeError,
          `${name} is made without ${port}`,
        );
    });
});
