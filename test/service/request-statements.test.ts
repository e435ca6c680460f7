import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { type LivenessProvider, TE, withIdempotencyKey } from '@portcullis/domain';
import { expect } from 'chai';
import { claimReview } from '#backoffice/reviews/claim-review';
import { decideReview } from '#backoffice/reviews/decide-review';
import { createHandoff, redeemHandoff } from '#domain/use-cases/tokens/hand-over';
import { aKeyring } from '../support/builders/keyrings.ts';
import { fakeClock } from '../support/clock/fake-clock.ts';
import { type MemoryServer, machineToken, openMemoryServer } from '../support/http/memory-server.ts';
import { aFile, bodyOf } from '../support/http/multipart.ts';
import type { TestResponse } from '../support/http/server.ts';
import { tinyJpeg, tinyJpegNumber } from '../support/images/tiny-jpeg.ts';
import { mustSucceed } from '../support/run.ts';
import { usePocketbase } from '../support/servers/pocketbase.ts';
import { markedIndex, statementsTo } from '../support/servers/store-statements.ts';
import { aService } from '../support/services/memory-service.ts';
import { aStaffMember } from '../support/services/review-desk.ts';

/**
 * How many statements each request sends to the store, with everything that stands before and after its use case, and
 * how many more the look-up of duplicates takes.
 */
const sentBy = {
  create: 2,
  read: 1,
  patch: 2,
  photo: 3,
  analysis: 4,
  decision: 6,
  duplicates: 7,
  review: 4,
  handoff: 1,
  redemption: 2,
  // It is claimed before, and gets the answer afterwards, sealed by a data key.
  keyed: 5,
} as const;

type Request = Exclude<keyof typeof sentBy, 'duplicates' | 'review'>;

const partner = machineToken('profiles:read', 'profiles:write');
const multipart = bodyOf([aFile('document_front', tinyJpeg())]);
const consent = { consent: { text_version: '1', locale: 'en', granted: true } };

const liveness: LivenessProvider = {
  open: () =>
    TE.right({
      sessionId: crypto.randomUUID(),
      clientParameters: { region: 'eu-west-1', challenge: 'movement_and_light' },
      expiresAt: '2099-01-01T00:00:00.000Z',
    }),
  read: () =>
    TE.right({
      status: 'succeeded',
      confidence: 99,
      challenge: 'movement_and_light',
      referenceImage: tinyJpegNumber(8),
    }),
};

type PersonToken = { readonly id: string; readonly token: string };

const createdIn = ({ json }: TestResponse): PersonToken => {
  const { flow_token: token, profile } = Object(json);
  return { id: profile.id, token };
};

/** The requests of one journey. */
const requestsTo = ({ send }: MemoryServer) => ({
  create: (reference: string, key?: string) =>
    send('POST', '/api/profiles/create', { token: partner, json: { reference }, ...(key !== undefined && { key }) }),
  read: (id: string, token = partner) => send('GET', `/api/profiles/${id}`, { token }),
  consent: ({ id, token }: PersonToken) => send('PATCH', `/api/profiles/${id}`, { token, json: consent }),
  photo: ({ id, token }: PersonToken) => send('PATCH', `/api/profiles/${id}`, { token, multipart }),
  analysis: ({ token }: PersonToken) => send('POST', '/api/ai/document-analysis', { token, multipart }),
  handoff: ({ token }: PersonToken) => send('POST', '/api/flow/handoff', { token, json: {} }),
  redemption: (code: string) => send('POST', '/api/flow/handoff/redeem', { token: '', json: { code } }),
  session: ({ token }: PersonToken) => send('POST', '/api/face-liveness/session', { token, json: {} }),
  result: (sessionId: string, { token }: PersonToken) =>
    send('GET', `/api/face-liveness/results/${sessionId}`, { token }),
});

const succeeded = (response: TestResponse): TestResponse => {
  expect(response.status, response.text).to.be.within(200, 299);
  return response;
};

describe('the statements that a request over HTTP sends to the store', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let api: MemoryServer | null = null;
  /** Sends back a settled profile to review, claims it, and declines it; answers the statements of the last alone. */
  let sentByReview: (id: string) => Promise<number> = () => expect.fail('not open');
  afterEach(() => api?.server.close());

  const open = (): Promise<MemoryServer> => {
    const { email, password, url } = database();
    const store = openRecordStore({
      url,
      email,
      password,
      keyring: aKeyring('statements'),
      ids: sequentialIds('statements'),
    });
    const service = aService({
      profiles: () => store.profiles,
      files: () => store.files,
      duplicateIndex: () => markedIndex(store.duplicateIndex),
      deviceEventClaims: () => store.deviceEventClaims,
      faces: () => ({ compare: () => TE.right({ outcome: 'compared', similarity: 99 }) }),
      liveness: () => liveness,
    });
    const desk = { ...service, reviewClaims: store.reviewClaims, reviewQueue: store.reviewQueue };
    const reviews = { ...desk, reviewSlaHours: 24, maxOpenClaims: 10 };
    const decide = decideReview({ ...reviews, ids: sequentialIds('reviews'), postStatusEvent: service.post });
    const senior = aStaffMember(1, ['senior']);
    sentByReview = async (id) => {
      const { version } = await mustSucceed(store.profiles.getAny(id));
      const review = { caller: senior, id, reason: null, note: 'Seen again.', steps: null };
      await mustSucceed(decide({ ...review, outcome: 'reopen', expectedVersion: version }));
      const claimed = await mustSucceed(claimReview(reviews)({ caller: senior, id, takeOver: false }));
      const decline = decide({ ...review, outcome: 'decline', expectedVersion: claimed.profile.version });
      return (await statementsTo(database().url, () => mustSucceed(decline))).own.length;
    };
    const keys = { keys: store.idempotencyKeys, ids: sequentialIds('keys of statements'), clock: fakeClock() };
    return openMemoryServer(service, {
      withIdempotencyKey: withIdempotencyKey({ ...keys, every: () => ({ stop: () => {} }) }),
      createHandoff: createHandoff(service),
      redeemHandoff: redeemHandoff({ ...service, tokenStates: store.tokenStates }),
    });
  };

  it('are as many as the table says', async () => {
    await database().empty();
    api = await open();
    const send = requestsTo(api);
    const sent: Record<string, number> = {};
    const count = async (request: Request, task: () => Promise<TestResponse>): Promise<TestResponse> => {
      const answers: TestResponse[] = [];
      const { duplicates, own } = await statementsTo(database().url, async () => answers.push(await task()));
      sent[request] = own.length;
      if (duplicates.length > 0) sent['duplicates'] = duplicates.length;
      expect(own.length, `${request}: ${own.join(' ')}`).to.equal(sentBy[request]);
      return succeeded(answers[0] ?? expect.fail('no answer'));
    };
    /** Brings a person to the analysis, which is then to be sent, and after it the result of the session. */
    const consenting = async (reference: string): Promise<PersonToken> => {
      const person = createdIn(succeeded(await send.create(reference)));
      succeeded(await send.consent(person));
      return person;
    };
    const sessionOf = async (person: PersonToken): Promise<string> =>
      Object(succeeded(await send.session(person)).json).session_id;

    // The first requests log in, create the keys of the service, and get a token for files.
    const first = await consenting('first');
    succeeded(await send.analysis(first));
    succeeded(await send.result(await sessionOf(first), first));
    succeeded(await send.create('first-keyed', 'a-first-key'));

    const person = createdIn(await count('create', () => send.create('counted')));
    await count('keyed', () => send.create('counted-keyed', 'a-second-key'));
    succeeded(await send.read(person.id, person.token));
    await count('read', () => send.read(person.id));
    await count('patch', () => send.consent(person));
    await count('photo', () => send.photo(person));
    const { code } = Object((await count('handoff', () => send.handoff(person))).json);
    await count('redemption', () => send.redemption(code));
    const second = await consenting('second');
    await count('analysis', () => send.analysis(second));
    const session = await sessionOf(second);
    await count('decision', () => send.result(session, second));
    sent['review'] = await sentByReview(second.id);
    expect(sent).to.deep.equal(sentBy);
  });
});
