import { TE } from '@portcullis/domain';
import { consentRequired, invalidTransition, versionConflict } from '@portcullis/domain/kernel';
import type { AccessEvent, AccessRecorder, Services } from '@portcullis/http';
import { expect } from 'chai';
import { biometricsNotPassed, changeLimitReached, flowEnded, legalHoldStands } from '#domain/kernel/errors';
import { openServer } from '../../support/http/server.ts';
import { ada, bob, sessionId, stubServices } from '../../support/http/stub-services.ts';

const declined = TE.left(invalidTransition('evidence_added', 'declined', []));
const staff = { id: 'staff-0217' };

/** Sends one request to services of which some are replaced, and answers with what was recorded of it. */
const asked = async (
  replaced: Partial<Services>,
  [method, path, json, token = 'machine', headers = {}]: readonly [
    method: string,
    path: string,
    json?: object | undefined,
    token?: string,
    headers?: Readonly<Record<string, string>>,
  ],
  room = true,
) => {
  const looks: AccessEvent[] = [];
  const access: AccessRecorder = { hasRoom: () => room, record: (event) => void looks.push(event) };
  const server = await openServer({ access, services: stubServices(replaced) });
  try {
    const authorization = `Bearer ${token}`;
    const type = json && { 'content-type': 'application/json' };
    const body = json && { body: JSON.stringify(json) };
    const response = await server.send({ method, path, headers: { authorization, ...type, ...headers }, ...body });
    const record = await server.recordOf(`${response.headers['request-id']}`);
    return {
      answer: [response.status, Object(response.json).code],
      lines: looks.map(({ operation, caller, profileId, reviewerId, status }) => [
        operation,
        caller.kind,
        profileId,
        reviewerId,
        status,
      ]),
      logged: record.profileId,
    };
  } finally {
    await server.close();
  }
};

describe('a refusal that tells of a person', () => {
  it('that a server asks for a liveness session of a declined profile is a line, with the profile of its body', async () => {
    for (const replaced of [{ openLivenessSession: () => declined }, { authorizeProfile: () => declined }]) {
      const body = { profile_id: ada };
      const [token, profile] = 'authorizeProfile' in replaced ? ['flow', {}] : ['machine', body];
      const found = await asked(replaced, ['POST', '/api/face-liveness/session', profile, token]);
      expect(found).to.deep.equal({
        answer: [409, 'invalid_transition'],
        lines: [['openLivenessSession', token, ada, null, 409]],
        logged: ada,
      });
    }
  });

  it('that says which checks have not passed is a line, with its reviewer', async () => {
    const refusal = biometricsNotPassed(['liveness', 'face_match'], ['review_declined']);
    const body = { event: 'review_approved', reviewer: staff };
    const found = await asked({ postStatusEvent: () => TE.left(refusal) }, [
      'POST',
      `/api/status_history/${ada}`,
      body,
    ]);
    expect(found).to.deep.equal({
      answer: [409, 'biometrics_not_passed'],
      lines: [['postStatusEvent', 'machine', ada, 'staff-0217', 409]],
      logged: ada,
    });
  });

  it('is a line whichever part of the request names the profile, with a key and without', async () => {
    const key = { 'idempotency-key': 'key-1' };
    const requests = [
      [{ authorizeProfile: () => declined }, ['POST', `/api/profiles/${ada}/flow-token`, {}]],
      [{ authorizeProfile: () => declined }, ['POST', `/api/profiles/${ada}/flow-token`, {}, 'machine', key]],
      [
        { issueBrowserCredentials: () => TE.left(consentRequired) },
        ['GET', `/api/cloud/credentials?profile_id=${ada}`],
      ],
      [
        { analyzeDocument: () => TE.left(changeLimitReached(1000, null)) },
        ['POST', '/api/ai/document-analysis', { profile_id: ada, front_file_id: 'file00000000001' }],
      ],
      [{ updateProfile: () => TE.left(consentRequired) }, ['PATCH', `/api/profiles/${ada}`, { language: 'de' }]],
      [{ eraseProfile: () => TE.left(legalHoldStands) }, ['DELETE', `/api/profiles/${ada}`]],
    ] as const;
    for (const [replaced, request] of requests) {
      const { lines, logged } = await asked(replaced, request);
      expect([lines.map(([, ...rest]) => rest), logged], request[1]).to.deep.equal([
        [['machine', ada, null, 409]],
        ada,
      ]);
    }
  });

  it('is a line where the link of the person has ended', async () => {
    const found = await asked({ getProfile: () => TE.left(flowEnded('declined')) }, [
      'GET',
      `/api/profiles/${ada}`,
      undefined,
      'flow',
    ]);
    expect([found.answer, found.lines]).to.deep.equal([[410, 'flow_ended'], [['getProfile', 'flow', ada, null, 410]]]);
  });

  it('has no profile in its line where the request names a session alone', async () => {
    const found = await asked({ readLivenessResult: () => TE.left(consentRequired) }, [
      'GET',
      `/api/face-liveness/results/${sessionId}`,
    ]);
    expect(found.lines).to.deep.equal([['readLivenessResult', 'machine', null, null, 409]]);
  });

  it('is not sent while no line can be written', async () => {
    const found = await asked(
      { openLivenessSession: () => declined },
      ['POST', '/api/face-liveness/session', { profile_id: ada }],
      false,
    );
    expect([found.answer, found.lines]).to.deep.equal([[503, 'database_unavailable'], []]);
  });

  it('differs from one that says nothing, which is no line and names no profile that only the caller has written', async () => {
    const conflict = await asked({ updateProfile: () => TE.left(versionConflict) }, [
      'PATCH',
      `/api/profiles/${ada}`,
      { language: 'de' },
    ]);
    const unknown = await asked({}, ['POST', '/api/face-liveness/session', { profile_id: bob }]);
    expect([conflict.answer, conflict.lines]).to.deep.equal([[409, 'version_conflict'], []]);
    expect(unknown).to.deep.equal({ answer: [404, 'not_found'], lines: [], logged: null });
  });
});
