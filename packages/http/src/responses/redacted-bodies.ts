import { isHoldEntry, isOperatorHold } from '@portcullis/backoffice/ports';
import type { LedgerEntry, Principal, ProfileView } from '@portcullis/domain';
import { isReasonCode } from '@portcullis/domain/checks';
import { hasPermission, IdCodec, t } from '@portcullis/domain/kernel';
import { type ComparedFaces, comparedFaces } from '@portcullis/domain/profile';
import type { Explanation } from '@portcullis/explain';
import { ExplanationBody, explanationBody } from './explanation-body.ts';
import { FileBody } from './file-body.ts';
import { ProfileBody, profileBody } from './profile-body.ts';
import { type CheckBody, countedListOf, nullable } from './shared-codecs.ts';

// The bodies for a member of staff who may not read of persons: the same ones without what is the person's, which say
// that they are redacted. Nobody else's body has that field.

/** Whether a caller may not see what is a person's. */
export const isRedactedFor = (caller: Principal): boolean =>
  caller.kind === 'staff' && !hasPermission(caller, 'persons:read');

/** Whether each field of a body is shown to them: a new field does not compile without an answer. */
type Shown<Body> = { readonly [field in keyof Required<Body>]: boolean };

/** What is shown of a body. A field that is in no list is not. */
const shownOf = <B extends object>(body: B, shown: Shown<B>): object => {
  const isShown: Readonly<Record<string, boolean>> = shown;
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(shown, name) && isShown[name]));
};

const shownOfProfile: Shown<t.TypeOf<typeof ProfileBody>> = {
  id: true,
  object: true,
  view: true,
  reference: true,
  partner_id: true,
  team_id: true,
  status: true,
  status_reasons: true,
  policy: true,
  attempt: true,
  requirements: true,
  claimed: false,
  document: false,
  checks: true,
  decision: true,
  assurance: true,
  consent: true,
  files: true,
  language: true,
  metadata: false,
  redirect_url: false,
  previous_profile_id: true,
  redaction: true,
  version: true,
  created_at: true,
  updated_at: true,
  expires_at: true,
  decided_at: true,
  lapses_at: true,
  erases_at: true,
};

/** The score of a check is measured of the person: that of `document_age` is their age in years. */
const shownOfCheck: Shown<t.TypeOf<typeof CheckBody>> = {
  name: true,
  status: true,
  requirement: true,
  reasons: true,
  observed_at: true,
  evidence: true,
  score: false,
  threshold: true,
  challenge: true,
  source: true,
};

/** A digest says of bytes at hand whether they are the picture. */
const shownOfFile: Shown<t.TypeOf<typeof FileBody>> = {
  id: true,
  kind: true,
  content_type: true,
  size: true,
  sha256: false,
  original_sha256: false,
  attempt: true,
  superseded: true,
  created_at: true,
};

const { original_sha256, sha256, ...shownFile } = FileBody.props;

const StaffFileBody = t.intersection([t.type(shownFile), t.partial({ sha256, original_sha256 })], 'StaffFile');

const FaceBox = t.type({ left: t.number, top: t.number, width: t.number, height: t.number }, 'FaceBox');

const ComparedFacesBody = t.type(
  {
    document_file_id: IdCodec,
    reference_file_id: IdCodec,
    document_face: nullable(FaceBox),
    reference_face: nullable(FaceBox),
  },
  'ComparedFaces',
);

const redacted = { redacted: t.literal(true) };

/** A profile as staff see it: whole, or redacted. */
export const StaffProfileBody = t.intersection(
  [
    t.type({ ...ProfileBody.props, files: t.readonlyArray(StaffFileBody) }),
    t.partial({ ...redacted, compared_faces: t.readonlyArray(ComparedFacesBody) }),
  ],
  'StaffProfile',
);

export const StaffProfileList = countedListOf(StaffProfileBody, 'StaffProfileList');

/** The explanation of a decision as staff see it: whole, or redacted. */
export const StaffExplanationBody = t.intersection(
  [t.type(ExplanationBody.props), t.partial(redacted)],
  'StaffExplanation',
);

/** A profile for a caller. Claims, readings, measurements, and the partner's own data beside it are the person's. */
export const profileBodyFor = (caller: Principal, view: ProfileView): unknown => {
  const body = profileBody(view);
  if (!isRedactedFor(caller)) return body;
  return {
    ...shownOf(body, shownOfProfile),
    claimed: {},
    document: null,
    metadata: {},
    redirect_url: null,
    redacted: true,
    checks: body.checks.map((check) => shownOf(check, shownOfCheck)),
    files: body.files.map((file) => shownOf(file, shownOfFile)),
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

const facesBody = ({
  documentFace,
  documentFileId,
  referenceFace,
  referenceFileId,
}: ComparedFaces): t.TypeOf<typeof ComparedFacesBody> => ({
  document_file_id: documentFileId,
  reference_file_id: referenceFileId,
  document_face: documentFace ?? null,
  reference_face: referenceFace ?? null,
});

type ShownExplanation = ReturnType<typeof explanationBody>;

const shownOfExplanation: Shown<ShownExplanation> = {
  object: true,
  profile_id: true,
  seq: true,
  at: true,
  outcome: true,
  status: true,
  decided_by: true,
  review: true,
  policy: true,
  engine: true,
  attempt: true,
  evidence_digest: true,
  evidence_count: true,
  reproduced: true,
  not_reproduced: true,
  outcome_of_checks: true,
  path: true,
  passed_over: true,
  reasons: true,
  told: true,
  contributions: true,
  checks: true,
  nearest_change: false,
};

const shownOfExplained: Shown<ShownExplanation['checks'][number]> = {
  name: true,
  status: true,
  requirement: true,
  reasons: true,
  saw: false,
  score: false,
  threshold: true,
  challenge: true,
  source: true,
  evidence: true,
};

/** A reason that is no code was written by somebody, as the note was: it is empty, as it is after an erasure. */
const shownReview = ({ reason }: NonNullable<ShownExplanation['review']>): ShownExplanation['review'] => ({
  reason: isReasonCode(reason) ? reason : '',
  note: null,
});

/** An explanation for a caller. The values that checks saw, and the nearest change, are values of a document. */
export const explanationBodyFor = (caller: Principal, explanation: Explanation): unknown => {
  const body = explanationBody(explanation);
  if (!isRedactedFor(caller)) return body;
  return {
    ...shownOf(body, shownOfExplanation),
    review: body.review && shownReview(body.review),
    checks: body.checks.map((check) => ({ ...shownOf(check, shownOfExplained), saw: null })),
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
