import { expect } from 'chai';
import { type MemoryServer, machineToken, openMemoryServer } from '../../support/http/memory-server.ts';
import { aFile, bodyOf } from '../../support/http/multipart.ts';
import { tinyJpeg } from '../../support/images/tiny-jpeg.ts';
import { aService, ledgerOf } from '../../support/services/memory-service.ts';

const reviewing = machineToken('profiles:read', 'reviews:write');
const consent = { text_version: '1', locale: 'en', granted: true };
const withoutFace = { ...consent, granted: false, scope: 'face' };
const approval = { event: 'review_approved', reviewer: { id: 'staff-0217' }, reason: 'seen', note: 'I know her.' };

describe('a person without the face check, over HTTP', () => {
  let api: MemoryServer;
  const open = async (overridden: readonly ('liveness' | 'face_match')[]): Promise<void> => {
    api = await openMemoryServer(aService({ policy: { biometricOverride: overridden } }));
    await patch({ json: { consent } });
    await patch({ multipart: bodyOf([aFile('document_front', tinyJpeg())]) });
  };
  afterEach(() => api.server.close());
  const patch = (sent: Parameters<MemoryServer['send']>[2]) => api.send('PATCH', `/api/profiles/${api.id}`, sent);
  const approve = () => api.send('POST', `/api/status_history/${api.id}`, { json: approval, token: reviewing });

  it('is reviewed, and can be approved where the policy allows it; the ledger says that it was without a face', async () => {
    await open(['liveness', 'face_match']);
    const refused = await patch({ json: { consent: withoutFace } });
    expect([refused.status, Object(refused.json).status]).to.deep.equal([200, 'in_review']);
    expect(Object(refused.json).consent).to.include({ granted: false, scope: 'face' });
    // Nothing of the person is taken from then on.
    for (const later of [
      await patch({ multipart: bodyOf([aFile('document_front', tinyJpeg())]) }),
      await api.send('POST', '/api/face-liveness/session', { json: {} }),
    ])
      expect([later.status, Object(later.json).code]).to.deep.equal([409, 'consent_required']);
    const approved = await approve();
    expect([approved.status, Object(approved.json).profile_status]).to.deep.equal([201, 'approved']);
    const entries = await ledgerOf(api.service, api.id);
    const [declined] = entries.filter(({ type }) => type === 'consent.declined');
    expect(declined?.data).to.include({ text_version: '1', scope: 'face' });
    expect(entries.at(-1)?.data).to.include({ consent_refused: 'face', reviewer: 'staff-0217' });
    const { json } = await api.send('GET', `/api/profiles/${api.id}`, { token: reviewing });
    const { assurance, status } = Object(json);
    expect([status, assurance.liveness, assurance.face]).to.deep.equal(['approved', false, false]);
    expect(assurance.review.overridden).to.include('liveness');
  });

  it('cannot be approved where the policy requires the face, and says by what', async () => {
    await open([]);
    await patch({ json: { consent: withoutFace } });
    const { json, status } = await approve();
    expect([status, Object(json).code]).to.deep.equal([409, 'biometrics_not_passed']);
  });

  it('cannot be approved once everything was withdrawn, whatever the policy allows', async () => {
    await open(['liveness', 'face_match']);
    await patch({ json: { consent: withoutFace } });
    const withdrawn = await patch({ json: { consent: { ...consent, granted: false } } });
    expect(Object(withdrawn.json).consent).not.to.have.property('scope');
    const again = await patch({ json: { consent: withoutFace } });
    expect([again.status, Object(again.json).consent.scope]).to.deep.equal([200, undefined]);
    const { json, status } = await approve();
    expect([status, Object(json).code]).to.deep.equal([409, 'consent_required']);
  });

  it('gives no consent with a scope, and no scope that there is not', async () => {
    await open([]);
    const granted = await patch({ json: { consent: { ...consent, scope: 'face' } } });
    expect([granted.status, Object(granted.json).errors]).to.deep.equal([
      422,
      [{ pointer: '/consent/scope', message: 'only a refusal or withdrawal has a scope' }],
    ]);
    const other = await patch({ json: { consent: { ...withoutFace, scope: 'document' } } });
    expect([other.status, Object(other.json).code]).to.deep.equal([400, 'invalid_request']);
  });
});
