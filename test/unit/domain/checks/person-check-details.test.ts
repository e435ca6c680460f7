import { decide } from '@portcullis/domain';
import type { CheckDetail, CheckName } from '@portcullis/domain/checks';
import type { DecisionInput } from '@portcullis/domain/evidence';
import { expect } from 'chai';
import {
  aCase,
  aDevice,
  aDeviceEvent,
  aFile,
  aMatch,
  aReadingEvidence,
  aResult,
} from '../../../support/builders/evidence.ts';
import { decidedAt, standard } from '../../../support/check-cases/check-case.ts';

const detailsOf = (name: CheckName, file: DecisionInput) => decide(standard, file, decidedAt).details[name];

const ofProvider = (name: string, value: string | number | boolean | null, limit?: string | number): CheckDetail => ({
  kind: 'value',
  name,
  value,
  ...(limit !== undefined && { limit }),
  source: 'provider',
});

const noticed = (name: string, value: number, limit: number): CheckDetail => ({
  kind: 'value',
  name,
  value,
  limit,
  source: 'ai',
});

describe('the details of a check of a person', () => {
  it('contain the end of the session and its confidence, with the limits of passing and of an attack', () => {
    expect(
      detailsOf('liveness', aCase({ instead: { liveness_result: [aResult({ confidence: 61.5 })] } })),
    ).to.deep.equal([
      ofProvider('session', 'succeeded'),
      ofProvider('challenge', 'movement_and_light', 'movement_and_light'),
      ofProvider('confidence', 61.5, 75),
      ofProvider('confidence_of_no_attack', 61.5, 10),
    ]);
    const failed = aResult({ status: 'failed', confidence: null, referenceFileId: null });
    expect(detailsOf('liveness', aCase({ instead: { liveness_result: [failed] } }))).to.deep.equal([
      ofProvider('session', 'failed'),
    ]);
  });

  it('contain the result of the comparison, with both ends of the review range', () => {
    expect(detailsOf('face_match', aCase({ instead: { face_match: [aMatch({ similarity: 84 })] } }))).to.deep.equal([
      ofProvider('comparison', 'compared'),
      ofProvider('similarity', 84, 90),
      ofProvider('similarity_for_review', 84, 80),
    ]);
    const none = aMatch({ outcome: 'no_face_on_document', similarity: null });
    expect(detailsOf('face_match', aCase({ instead: { face_match: [none] } }))).to.deep.equal([
      ofProvider('comparison', 'no_face_on_document'),
    ]);
  });

  it('contain the page and the age of a device event, and every signal, absent ones too', () => {
    const file = aCase({
      more: [
        aDeviceEvent(),
        aDevice({ occurredAt: '2026-05-01T10:00:31.400Z', vpn: true, bot: null, linkedIds24h: 2, originAllowed: null }),
      ],
    });
    expect(detailsOf('device', file)).to.deep.equal([
      ofProvider('age_seconds', 30, 300),
      ofProvider('made_for_this_profile', true),
      ofProvider('used_before', false),
      ofProvider('on_our_page', null),
      ofProvider('confidence', 0.98, 0.5),
      ofProvider('linked_ids_24h', 2, 3),
      ofProvider('bot', null),
      ofProvider('tampered', false),
      ofProvider('emulated', false),
      ofProvider('replayed', false),
      ofProvider('tor', false),
      ofProvider('ip_blocklisted', false),
      ofProvider('rooted', false),
      ofProvider('incognito', false),
      ofProvider('vpn', true),
      ofProvider('proxy', false),
    ]);
    const unreadable = aCase({ more: [aDeviceEvent(), aDevice({ occurredAt: 'yesterday' })] });
    expect(detailsOf('device', unreadable)?.[0]).to.deep.equal(ofProvider('age_seconds', null, 300));
  });
});

describe('the details of a check of a photo', () => {
  const signals = [
    { code: 'document_glare', confidence: 0.2 },
    { code: 'document_tampered', confidence: 0.4 },
  ] as const;

  it('contain every signal of the reader, unsure ones too, of the photo or of the document', () => {
    const file = aCase({ instead: { document_reading: [aReadingEvidence({ signals })] } });
    expect(detailsOf('document_quality', file)).to.deep.equal([noticed('document_glare', 0.2, 0.5)]);
    expect(detailsOf('document_authenticity', file)).to.deep.equal([noticed('document_tampered', 0.4, 0.2)]);
    expect(detailsOf('document_authenticity', aCase())).to.deep.equal([]);
  });

  it('contain for a forgery every photo of the attempt', () => {
    const better = aFile({ id: 'front0000000002' });
    const again = aReadingEvidence({}, { id: 'reading00000002', frontFileId: 'front0000000002' });
    const file = aCase({
      instead: { document_reading: [aReadingEvidence({ signals })] },
      more: [better, again, aMatch({ documentFileId: 'front0000000002' })],
    });
    expect(detailsOf('document_authenticity', file)).to.deep.equal([noticed('document_tampered', 0.4, 0.2)]);
    expect(detailsOf('document_quality', file)).to.deep.equal([]);
  });
});
