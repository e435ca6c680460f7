import { aProfile } from '@portcullis/contracts/builders';
import { TE } from '@portcullis/domain';
import type { StaffRole } from '@portcullis/domain/kernel';
import { expect } from 'chai';
import { exportEvidence } from '#app/evidence/export-evidence';
import { aCase, aMatch } from '../support/builders/evidence.ts';
import { openDeskWith } from '../support/http/desk-server.ts';
import { ada, theView } from '../support/http/stub-services.ts';
import { unzipped } from '../support/services/evidence-packs.ts';
import { aPerson, aService, stored } from '../support/services/memory-service.ts';
import { submitEverything } from '../support/services/submit-everything.ts';

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
        path: `/api/profiles/${ada}`,
        headers: { authorization: 'Bearer machine' },
      });
      const { json } = await send('GET', `/api/profiles/${ada}`);
      await server.close();
      expect(asPartner.text, role).to.not.include('_face');
      expect(json, role).to.deep.equal({
        ...Object(asPartner.json),
        compared_faces: [
          {
            document_file_id: comparison.documentFileId,
            reference_file_id: comparison.referenceFileId,
            document_face: box,
            reference_face: null,
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

  it('is in no history, whoever reads it, and in an evidence pack in the evidence alone', async () => {
    const service = aService({ scenario: 'review_face_borderline' });
    const person = await aPerson(service);
    await submitEverything(person);
    const matches = (await stored(service, person.id)).evidence.filter(({ kind }) => kind === 'face_match');
    expect(matches[0]).to.have.property('documentFace');
    const signingSeed = TE.right(new Uint8Array(32).fill(7));
    const packs = exportEvidence({ ...service, signingSeed, release: 'portcullis 0' });
    const { send, server } = await openDeskWith(
      () => ({ exportEvidence: packs, readHistory: service.history }),
      'senior',
    );
    const path = `/api/verification_history/${person.id}`;
    const asPartner = await server.send({ path, headers: { authorization: 'Bearer machine' } });
    const histories = [asPartner, await send('GET', path)];
    const { bytes } = await send('GET', `/api/reviews/${person.id}/evidence-pack?personal=true`);
    await server.close();
    const files = await unzipped(bytes);
    const textIn = (name: string) => String(files.get(`evidence-${person.id}/${name}`));
    for (const text of [...histories.map((answer) => answer.text), textIn('entries.jsonl')])
      expect(text)
        .to.include('"similarity"')
        .and.not.match(/document_?face/i);
    const { evidence } = JSON.parse(textIn('personal.json'));
    expect(evidence.filter(({ kind }: { readonly kind: string }) => kind === 'face_match')).to.deep.equal(matches);
  });
});
