import { isHoldEntry, isOperatorHold } from '@portcullis/backoffice/ports';
import type { LedgerEntry, Principal, ProfileView } from '@portcullis/domain';
import { hasPermission } from '@portcullis/domain/kernel';
import { type ComparedFaces, comparedFaces } from '@portcullis/domain/profile';
import type { Explanation } from '@portcullis/explain';
import { explanationBody } from './explanation-body.ts';
import type { fileBody } from './file-body.ts';
import { profileBody } from './profile-body.ts';

// The bodies for a member of staff who may not read of persons: the same ones without what is the person's, which say
// that they are redacted. Nobody else's body has that field.

/** Whether a caller may not see what is a person's. */
export const isRedactedFor = (caller: Principal): boolean =>
  caller.kind === 'staff' && !hasPermission(caller, 'persons:read');

/** The score of a check is measured of the person: that of `document_age` is their age in years. */
const withoutScore = <C extends { readonly score?: number }>({ score: _, ...check }: C): Omit<C, 'score'> => check;

/** A digest says of bytes at hand whether they are the picture. */
const withoutDigests = (file: ReturnType<typeof fileBody>): Partial<typeof file> => {
  const { original_sha256: _, sha256: __, ...rest } = file;
  return rest;
};

/** A profile for a caller. Claims, readings, measurements, and the partner's own data beside it are the person's. */
export const profileBodyFor = (caller: Principal, view: ProfileView): unknown => {
  const body = profileBody(view);
  if (!isRedactedFor(caller)) return body;
  return {
    ...body,
    claimed: {},
    document: null,
    metadata: {},
    redirect_url: null,
    redacted: true,
    checks: body.checks.map(withoutScore),
    files: body.files.map(withoutDigests),
  };
};

/**
 * One profile for a caller. Members of staff who see the pictures and what is the person's are told where the compared
 * faces are on them, where that is known. Nobody else's body has that field.
 */
export const oneProfileBodyFor = (caller: Principal, view: ProfileView): unknown => {
  const body = profileBodyFor(caller, view);
  const seesFaces = caller.kind === 'staff' && !isRedactedFor(caller) && hasPermission(caller, 'pictures:read');
  const faces = seesFaces ? comparedFaces(view.profile) : [];
  return faces.length > 0 ? { ...Object(body), compared_faces: faces.map(facesBody) } : body;
};

const facesBody = ({ documentFace, documentFileId, referenceFace, referenceFileId }: ComparedFaces) => ({
  document_file_id: documentFileId,
  reference_file_id: referenceFileId,
  document_face: documentFace ?? null,
  reference_face: referenceFace ?? null,
});

/** An explanation for a caller. The values that checks saw, and the nearest change, are values of a document. */
export const explanationBodyFor = (caller: Principal, explanation: Explanation): unknown => {
  const body = explanationBody(explanation);
  if (!isRedactedFor(caller)) return body;
  return {
    ...body,
    review: body.review && { ...body.review, note: null },
    checks: body.checks.map((check) => ({ ...withoutScore(check), saw: null })),
    nearest_change: null,
    redacted: true,
  };
};

const withoutPersonal = ({ personal: _, ...entry }: LedgerEntry): LedgerEntry => entry;

/**
 * Whether a caller may see that a profile is held, and of their own partner's holds by whom and why: callers that may
 * hold it, or look at who did what.
 */
export const seesHolds = (caller: Principal): boolean =>
  caller.kind === 'staff' && (hasPermission(caller, 'profiles:erase') || hasPermission(caller, 'audit:read'));

/** Whether a caller may see what was noted with an entry about a hold. */
export const seesHoldNote = (caller: Principal, entry: LedgerEntry): boolean =>
  seesHolds(caller) && !isOperatorHold(entry);

/**
 * Entries of the ledger for a caller. `personal` is what can be erased, and the rest is what is hashed. The entry of a
 * legal hold alone is for everybody, as the chain has a gap without it; its note is not.
 */
export const entriesFor = (caller: Principal, entries: readonly LedgerEntry[]): readonly LedgerEntry[] => {
  const isRedacted = isRedactedFor(caller);
  return entries.map((entry) => {
    const isHidden = isHoldEntry(entry) ? !seesHoldNote(caller, entry) : isRedacted;
    return isHidden ? withoutPersonal(entry) : entry;
  });
};
