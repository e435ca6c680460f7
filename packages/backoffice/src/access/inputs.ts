import { fingerprintKinds } from '@portcullis/domain/evidence';
import {
  CallerName,
  form,
  Id,
  judgement,
  Limit,
  own,
  ownInput,
  request,
  StaffIdentityInput,
  staff,
  TenantInput,
} from '@portcullis/domain/input';
import { closedObject, integer, oneOf, plainText, scopes, staffRoles, t, uniqueList } from '@portcullis/domain/kernel';
import { listNames, maxOverlapSeconds } from '@portcullis/domain/ports';
import { erasureCauses } from '@portcullis/domain/profile';
import { DraftDigest, NoteText, nullable, TeamId } from '@portcullis/domain/serialization';
import { reviewOutcomes } from './review-outcomes.ts';

const DecideReviewInput = closedObject(
  {
    caller: staff,
    id: Id,
    outcome: oneOf(reviewOutcomes),
    ...judgement,
    expectedVersion: integer(1, 1_000_000_000),
  },
  request,
);

const AddToListInput = form({
  caller: staff,
  list: oneOf(listNames),
  note: NoteText,
  subject: t.union([
    form({ by: oneOf(['profile']), id: Id, kind: oneOf(fingerprintKinds) }),
    form({ by: oneOf(['document']), number: plainText(1, 40), issuer: plainText(1, 60) }),
  ]),
});

const CreateClientInput = closedObject(
  { caller: staff, name: plainText(1, 100), scopes: uniqueList(oneOf(scopes), 1) },
  { ...request, teamId: nullable(TeamId) },
);

const ReviewFilterInput = closedObject(
  { limit: Limit },
  { claimed: t.string, reason: t.string, policy: t.string, overdue: t.boolean, cursor: t.string },
);

const ReviewSearchInput = t.union([
  form({ by: oneOf(['reference']), reference: plainText(1, 128) }),
  form({ by: oneOf(['profile']), id: t.string }),
  form({ by: oneOf(['document']), number: plainText(1, 40) }),
]);

const ListFilterInput = closedObject(
  { limit: Limit },
  { list: oneOf(listNames), kind: oneOf(fingerprintKinds), cursor: t.string },
);

const Revision = integer(1, 1_000_000_000);

/** The form of the input of every use case, by its name. */
export const inputs = {
  addStaff: form({
    username: t.string,
    name: t.string,
    roles: t.readonlyArray(oneOf(staffRoles)),
    tenant: TenantInput,
  }),
  resetStaff: t.string,
  removeDamagedStaff: t.string,
  changeStaff: closedObject(
    { username: t.string },
    { isDisabled: t.boolean, roles: t.readonlyArray(oneOf(staffRoles)) },
  ),
  beginStaffSignIn: t.string,
  finishStaffSignIn: form({ answer: t.string, transaction: nullable(t.string), request: t.unknown }),
  signInStaff: closedObject(
    { username: t.string, password: t.string, code: nullable(t.string), recoveryCode: nullable(t.string) },
    { isKnown: t.boolean, ticketAt: nullable(t.number), network: nullable(t.string) },
  ),
  startStaffSession: StaffIdentityInput,
  listSignedIn: staff,
  endSessionsOf: form({ caller: staff, staffId: t.string }),
  endSessions: nullable(t.string),
  endProviderSessions: form({ token: t.string, request: t.unknown }),
  verifyStaffSession: t.string,
  readStaffMember: staff,
  endStaffSession: t.union([staff, t.string]),
  holdReview: form({ ...ownInput('staff'), held: t.boolean, note: nullable(NoteText) }),
  claimNext: form({ caller: staff }),
  claimReview: form({ ...ownInput('staff'), takeOver: t.boolean }),
  releaseReview: own('staff'),
  decideReview: DecideReviewInput,
  findDuplicates: own('staff'),
  getReview: own('staff'),
  listReviews: form({ caller: staff, filter: ReviewFilterInput }),
  reviewSummary: form({ caller: staff }),
  searchByName: form({ caller: staff, search: closedObject({ name: plainText(1, 128) }, { cursor: t.string }) }),
  searchReviews: form({ caller: staff, search: ReviewSearchInput }),
  createClient: CreateClientInput,
  rotateClientSecret: closedObject({ ...ownInput('staff'), overlapSeconds: integer(0, maxOverlapSeconds) }, request),
  setClientDisabled: form({ ...ownInput('staff'), isDisabled: t.boolean }),
  listClients: staff,
  addToList: AddToListInput,
  readLists: form({ caller: staff, filter: ListFilterInput }),
  removeFromList: own('staff'),
  listByOperator: form({
    partnerId: CallerName,
    kind: oneOf(fingerprintKinds),
    digest: t.string,
    list: nullable(oneOf(listNames)),
    note: nullable(NoteText),
  }),
  listDrafts: staff,
  getDraft: own('staff'),
  discardDraft: own('staff'),
  publishDraft: form({ ...ownInput('staff'), expectedRevision: Revision, digest: DraftDigest }),
  createDraft: closedObject({ caller: staff, policy: t.unknown, note: nullable(NoteText) }, request),
  replaceDraft: form({ ...ownInput('staff'), policy: t.unknown, note: nullable(NoteText), expectedRevision: Revision }),
  readOperations: form({ caller: staff }),
  holdProfile: form({ id: t.string, held: t.boolean, by: t.union([t.string, staff]), note: nullable(NoteText) }),
  eraseAgain: form({ id: t.string, because: oneOf(erasureCauses), by: t.string }),
  listRetained: nullable(t.string),
  readStatusSince: t.string,
  startBackTest: own('staff'),
  readBackTest: own('staff'),
} as const;
