import { TE } from '@portcullis/domain';
import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { aCase, aMatch } from '../support/builders/evidence.ts';
import { aProfile } from '../support/builders/profiles.ts';
import { openDeskWith } from '../support/http/desk-server.ts';
import { ada, theView } from '../support/http/stub-services.ts';

describe('where the compared faces of a profile are', () => {
  const box = { left: 0.135, top: 0.25, width: 0.13, height: 0.24 };
  const comparison = { documentFileId: 'front0000000001', referenceFileId: 'refer0000000001' };
  const compared = aProfile({
    id: ada,
    evidence: aCase({ instead: { face_match: [aMatch({ documentFace: box })] } }).evidence,
  });
  const openCase = (role: StaffRole) =>
    openDeskWith(() => ({ getProfile: () => TE.right({ ...theView, profile: compared }) }), role);

  it('is told to those who see pictures and what is the person’s', async () => {
    for (const role of ['reviewer', 'senior', 'auditor'] as const) {
      const { send, server } = await openCase(role);
      const asPartner = await server.send({
        ...{ path: `/api/profiles/${ada}`, headers: { authorization: 'Bearer machine' } },
      });
      const { json } = await send('GET', `/api/profiles/${ada}`);
      await server.close();
      expect(asPartner.text, role).to.not.include('_face');
      expect(json, role).to.deep.equal({
        ...Object(asPartner.json),
        compared_faces: [
          {
            ...{ document_file_id: comparison.documentFileId, reference_file_id: comparison.referenceFileId },
            ...{ document_face: box, reference_face: null },
          },
        ],
      });
    }
  });

  it('is told to nobody else', async () => {
    const { send, server } = await openCase('admin');
    const { json, status, text } = await send('GET', `/api/profiles/${ada}`);
    await server.close();
    expect([status, Object(json).redacted]).to.deep.equal([200, true]);
    expect(text).to.not.match(/compared_faces|0\.135/);
  });
});
