import type { Claimed, DuplicatesEvidence, Evidence, FileEvidence, ReadingEvidence } from '../evidence/evidence.ts';
import type { ImageFacts } from '../evidence/image-facts.ts';
import { saltedDigest } from '../kernel/hash.ts';
import type { Json } from '../ledger/entry.ts';

/**
 * How evidence is recorded in the ledger: the event is in clear, personal data are a salted digest, and a measurement
 * is a band.
 */
export type EvidenceEntry = {
  readonly type: string;
  readonly data: { readonly [key: string]: Json };
  /** The free choices of the caller, ids of providers, and exact measurements of the person and of pictures. */
  readonly personal?: { readonly [key: string]: Json };
};

/** The names of the claimed fields, and a digest of their values. */
export const claimedLedgerData = (salt: string, claimed: Claimed): { readonly [key: string]: Json } => ({
  fields: Object.keys(claimed).toSorted(),
  digest: saltedDigest(salt, claimed),
});

const readingLedgerData = (salt: string, item: ReadingEvidence): EvidenceEntry['data'] => ({
  analysis_id: item.id,
  front_file_id: item.frontFileId,
  back_file_id: item.backFileId,
  reader: { ...item.reading.reader },
  signals: item.reading.signals.map(({ code }) => code),
  digest: saltedDigest(salt, item.reading),
});

/** The same picture has the same measurements: they would recognise it, and the person, after an erasure. */
const imageMeasures = ({ cutEdges, ...facts }: ImageFacts): EvidenceEntry['data'] => ({
  ...facts,
  cut_edges: cutEdges,
});

const fileEntry = (salt: string, { file, image }: FileEvidence): EvidenceEntry => ({
  type: 'file.added',
  data: {
    file_id: file.id,
    kind: file.kind,
    content_type: file.contentType,
    digest: saltedDigest(salt, file.sha256),
  },
  personal: { size: file.size, ...(image && { image: imageMeasures(image) }) },
});

const duplicatesLedgerData = ({
  others,
  attempts,
  blocked,
  allowed,
  declined,
  unreadable,
}: DuplicatesEvidence): EvidenceEntry['data'] => ({
  others: { ...others },
  attempts: {
    window_seconds: attempts.windowSeconds,
    document: attempts.document,
    device: attempts.device,
    reference: attempts.reference,
  },
  blocked,
  allowed,
  declined: { ...declined },
  ...(unreadable && { unreadable }),
});

/** The lower end of the band of ten in which a measurement from 0 to 100 lies: it may stay for ever. */
const lowerBound = (measured: number | null): number | null =>
  measured === null ? null : Math.min(90, 10 * Math.floor(measured / 10));

/** Makes the ledger entry for a piece of evidence. */
export const evidenceEntry = (salt: string, item: Evidence): EvidenceEntry => {
  switch (item.kind) {
    case 'claimed':
      return { type: 'claimed.updated', data: claimedLedgerData(salt, item.claimed) };
    case 'consent':
      return {
        type: item.granted ? 'consent.granted' : 'consent.declined',
        data: { text_version: item.textVersion, ...(item.scope && { scope: item.scope }) },
        personal: { locale: item.locale },
      };
    case 'path_chosen':
      return { type: 'path.chosen', data: { path: item.path } };
    case 'file':
      return fileEntry(salt, item);
    case 'document_reading':
      return { type: 'document.read', data: readingLedgerData(salt, item) };
    case 'liveness_session':
      return {
        type: 'liveness.session_opened',
        data: {
          session: saltedDigest(salt, item.sessionId),
          ...(item.challenge !== undefined && { challenge: item.challenge }),
          ...(item.region !== undefined && { region: item.region }),
          expires_at: item.expiresAt,
        },
        personal: { session_id: item.sessionId },
      };
    case 'browser_credentials':
      return {
        type: 'liveness.credentials_issued',
        data: { session: saltedDigest(salt, item.sessionId) },
        personal: { session_id: item.sessionId },
      };
    case 'liveness_capture':
      return {
        type: 'liveness.capture_submitted',
        data: { session: saltedDigest(salt, item.sessionId) },
        personal: { session_id: item.sessionId },
      };
    case 'liveness_result':
      return {
        type: item.late ? 'liveness.late_result' : 'liveness.result',
        data: {
          session: saltedDigest(salt, item.sessionId),
          status: item.status,
          confidence_from: lowerBound(item.confidence),
          ...(item.live !== undefined && { live: item.live }),
          challenge: item.challenge,
          reference_file_id: item.referenceFileId,
          ...(item.faceWithheld && { face_withheld: true }),
        },
        personal: { session_id: item.sessionId, confidence: item.confidence },
      };
    case 'face_match':
      return {
        type: 'face.compared',
        data: {
          document_file_id: item.documentFileId,
          reference_file_id: item.referenceFileId,
          outcome: item.outcome,
          similarity_from: lowerBound(item.similarity),
          ...(item.model !== undefined && { model: item.model }),
        },
        // Where the faces were is in the evidence alone: a partner's server reads the ledger, and needs no place in it.
        personal: { similarity: item.similarity },
      };
    case 'device_event':
      return { type: 'device.event_named', data: { digest: saltedDigest(salt, item.eventId) } };
    case 'device':
      return {
        type: 'device.inspected',
        data: {
          known: item.facts !== null,
          ...(item.usedBefore === true && { used_before: true }),
          digest: saltedDigest(salt, { event: item.eventId, facts: item.facts }),
        },
      };
    case 'sightings':
    case 'incomplete_sightings':
      return { type: 'history.looked_up', data: duplicatesLedgerData(item) };
    case 'provider_failure':
      return { type: 'provider.failed', data: { observation: item.observation, reason: item.reason } };
  }
};
