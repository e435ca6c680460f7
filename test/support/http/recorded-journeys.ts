import type { ScenarioName } from '@portcullis/adapter-memory';
import { scopes } from '@portcullis/domain/kernel';
import { tinyJpeg } from '../images/tiny-jpeg.ts';
import { aService } from '../services/memory-service.ts';
import { openDeskWith } from './desk-server.ts';
import { type MemoryServer, machineToken, openMemoryServer } from './memory-server.ts';
import { aFile, bodyOf } from './multipart.ts';
import { exchangeText } from './recorded-exchange.ts';

type Sent = Parameters<MemoryServer['send']>[2];

const machine = machineToken(...scopes);
const photo = bodyOf([aFile('document_front', tinyJpeg())]);

/** Sends requests one after another under their names, and keeps the exchanges. */
const recorderOf = (send: MemoryServer['send']) => {
  const texts: string[] = [];
  const ask = async (name: string, method: string, path: string, sent: Sent = {}): Promise<unknown> => {
    const answer = await send(method, path, sent);
    texts.push(exchangeText({ name, method, path }, answer));
    return answer.json;
  };
  return { ask, texts };
};

/** A person from the creation to a decision, over the use cases with stores in memory. */
const recordJourney = async (scenario: ScenarioName): Promise<readonly string[]> => {
  const service = aService({ scenario });
  const api = await openMemoryServer(service, { explainDecision: service.explain, renewFlowToken: service.renewLink });
  try {
    const { ask, texts } = recorderOf(api.send);
    const path = `/api/profiles/${api.id}`;
    const byPerson = { token: api.flow };
    const byPartner = { token: machine };
    const look = async (when: string): Promise<void> => {
      await ask(`${scenario}: the person reads the profile ${when}`, 'GET', path, byPerson);
      await ask(`${scenario}: the partner reads the profile ${when}`, 'GET', path, byPartner);
    };
    await look('at the start');
    await ask(`${scenario}: a session without consent`, 'POST', '/api/face-liveness/session', {
      ...byPerson,
      json: {},
    });
    const consent = { text_version: '1', locale: 'en', granted: true };
    await ask(`${scenario}: consent`, 'PATCH', path, { ...byPerson, json: { consent } });
    const claimed = { first_name: 'Anna Maria', last_name: 'Eriksson', date_of_birth: '1974-08-12' };
    await ask(`${scenario}: what is claimed`, 'PATCH', path, { ...byPartner, json: { claimed } });
    const analysis = '/api/ai/document-analysis';
    await ask(`${scenario}: a document by the person`, 'POST', analysis, { ...byPerson, multipart: photo });
    const ofPartner = bodyOf([aFile('document_front', tinyJpeg()), { name: 'profile_id', content: api.id }]);
    await ask(`${scenario}: a document by the partner`, 'POST', analysis, { ...byPartner, multipart: ofPartner });
    const session = await ask(`${scenario}: a session`, 'POST', '/api/face-liveness/session', {
      ...byPerson,
      json: {},
    });
    const result = `/api/face-liveness/results/${Object(session).session_id}`;
    await ask(`${scenario}: credentials`, 'GET', '/api/cloud/credentials', byPerson);
    await ask(`${scenario}: the result by the person`, 'GET', result, byPerson);
    await ask(`${scenario}: the result by the partner`, 'GET', result, byPartner);
    await look('after the decision');
    await ask(`${scenario}: the decision`, 'GET', `${path}/decision`, byPartner);
    for (const history of ['status_history', 'verification_history']) {
      await ask(`${scenario}: ${history} by the person`, 'GET', `/api/${history}/${api.id}`, byPerson);
      await ask(`${scenario}: ${history} by the partner`, 'GET', `/api/${history}/${api.id}`, byPartner);
    }
    await ask(`${scenario}: an event`, 'POST', `/api/status_history/${api.id}`, {
      ...byPartner,
      json: { event: 'canceled' },
    });
    await ask(`${scenario}: a note`, 'POST', `/api/verification_history/${api.id}`, {
      ...byPartner,
      json: { type: 'partner.note', data: { note: 'looked at by hand' } },
    });
    return texts;
  } finally {
    await api.server.close();
  }
};

/** A review at the console, over the use cases with stores in memory. */
const recordReview = async (): Promise<readonly string[]> => {
  const roles = ['senior', 'auditor', 'admin'] as const;
  const { desk, send, server } = await openDeskWith(
    (open) => ({
      addToList: open.addToList,
      readLists: open.readLists,
      removeFromList: open.removeFromList,
      findDuplicates: open.duplicates,
    }),
    ...roles,
  );
  try {
    const { ask, texts } = recorderOf((method, path, { json } = {}) => send(method, path, json));
    // Other tests of this process count the profiles on, too.
    const { id } = await desk.add(60, { id: 'recorded0000001' });
    const path = `/api/reviews/${id}`;
    await ask('review: the queue', 'GET', '/api/reviews');
    await ask('review: the summary', 'GET', '/api/reviews/summary');
    const approval = { outcome: 'approve', expected_version: 1 };
    await ask('review: a decision without a claim', 'POST', `${path}/decision`, { json: approval });
    await ask('review: a claim', 'POST', `${path}/claim`, { json: {} });
    await ask('review: a hold', 'POST', `${path}/hold`, { json: { note: 'Case 2027-113' } });
    await ask('review: what it shares', 'GET', `${path}/duplicates`);
    await ask('review: the lists', 'GET', '/api/lists');
    await ask('review: the search', 'POST', '/api/staff/search', { json: { reference: 'customer-60' } });
    const decline = { outcome: 'decline', note: 'Another face.', expected_version: 2 };
    await ask('review: a decision', 'POST', `${path}/decision`, { json: decline });
    return texts;
  } finally {
    await server.close();
  }
};

/** Journeys of people and a review, over the real use cases, with a clock that stands and ids that are the same. */
export const recordJourneys = async (): Promise<readonly string[]> => {
  const texts: string[] = [];
  for (const scenario of ['approve', 'decline_face_mismatch', 'review_face_borderline'] as const)
    texts.push(...(await recordJourney(scenario)));
  return [...texts, ...(await recordReview())];
};
