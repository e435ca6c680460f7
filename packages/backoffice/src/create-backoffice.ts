import type { FaceComparer } from '@portcullis/domain';
import { withPorts } from '@portcullis/domain/input';
import { backTests } from './back-tests/back-tests.ts';
import { rotateClientSecret, setClientDisabled } from './clients/change-client.ts';
import { createClient } from './clients/create-client.ts';
import { listClients } from './clients/list-clients.ts';
import { addToList } from './lists/add-to-list.ts';
import { readLists } from './lists/read-lists.ts';
import { removeFromList } from './lists/remove-from-list.ts';
import { type Components, checkHealth } from './operators/check-health.ts';
import { holdReview } from './operators/hold-review.ts';
import { readOperations } from './operators/read-operations.ts';
import { discardDraft } from './policy-drafts/discard-draft.ts';
import { lintDraft } from './policy-drafts/lint-draft.ts';
import { publishDraft } from './policy-drafts/publish-draft.ts';
import { getDraft, listDrafts } from './policy-drafts/read-drafts.ts';
import { createDraft, replaceDraft } from './policy-drafts/write-draft.ts';
import type { HealthProbe } from './ports.ts';
import { claimNext } from './reviews/claim-next.ts';
import { claimReview, releaseReview } from './reviews/claim-review.ts';
import { decideReview } from './reviews/decide-review.ts';
import { findDuplicates } from './reviews/find-duplicates.ts';
import { getReview } from './reviews/get-review.ts';
import { listReviews } from './reviews/list-reviews.ts';
import { reviewSummary } from './reviews/review-summary.ts';
import { searchByName } from './reviews/search-by-name.ts';
import { searchReviews } from './reviews/search-reviews.ts';
import { endProviderSessions } from './staff/end-provider-sessions.ts';
import { endSessionsOf, listSignedIn } from './staff/end-sessions.ts';
import { beginStaffSignIn, finishStaffSignIn } from './staff/sign-in-at-provider.ts';
import { signInStaff } from './staff/sign-in-staff.ts';
import { endStaffSession, readStaffMember, verifyStaffSession } from './staff/verify-staff-session.ts';

type Deps<Make extends (...given: never) => unknown> = Parameters<Make>[0];

/** The settings of the back office. */
export type BackofficeSettings = {
  /** Whether a password alone is enough, as in a sandbox. */
  readonly skipsSecondFactor: boolean;
  readonly reviewSlaHours: number;
  readonly maxOpenClaims: number;
};

/** Everything that a use case needs. */
type Needs = Deps<typeof verifyStaffSession> &
  Deps<typeof readStaffMember> &
  Deps<typeof endStaffSession> &
  Deps<typeof listSignedIn> &
  Deps<typeof endSessionsOf> &
  Deps<typeof beginStaffSignIn> &
  Deps<typeof finishStaffSignIn> &
  Deps<typeof endProviderSessions> &
  Deps<typeof signInStaff> &
  Deps<typeof decideReview> &
  Deps<typeof searchReviews> &
  Deps<typeof searchByName> &
  Deps<typeof findDuplicates> &
  Omit<Deps<typeof readOperations>, 'checkHealth'> &
  Deps<typeof createClient> &
  Deps<typeof rotateClientSecret> &
  Deps<typeof setClientDisabled> &
  Deps<typeof listClients> &
  Deps<typeof addToList> &
  Deps<typeof readLists> &
  Omit<Deps<typeof replaceDraft>, 'lintDraft'> &
  Omit<Deps<typeof backTests>, 'onFailed'> & {
    readonly onBackTestFailed: (cause: unknown) => void;
    /** What compares faces: a draft needs thresholds for its model. */
    readonly faces: Pick<FaceComparer, 'model'>;
    readonly healthProbe: HealthProbe;
    readonly components: Components;
  };

/** The ports of the back office, and `postStatusEvent` of the verification. */
export type BackofficePorts = Omit<Needs, keyof BackofficeSettings>;

const staffUseCases = (ports: Needs) => ({
  verifyStaffSession: verifyStaffSession(ports),
  readStaffMember: readStaffMember(ports),
  endStaffSession: endStaffSession(ports),
  listSignedIn: listSignedIn(ports),
  endSessionsOf: endSessionsOf(ports),
  beginStaffSignIn: beginStaffSignIn(ports),
  finishStaffSignIn: finishStaffSignIn(ports),
  endProviderSessions: endProviderSessions(ports),
  signInStaff: signInStaff(ports),
});

const reviewUseCases = (ports: Needs) => ({
  listReviews: listReviews(ports),
  reviewSummary: reviewSummary(ports),
  getReview: getReview(ports),
  claimReview: claimReview(ports),
  claimNext: claimNext(ports),
  releaseReview: releaseReview(ports),
  decideReview: decideReview(ports),
  holdReview: holdReview(ports),
  searchReviews: searchReviews(ports),
  searchByName: searchByName(ports),
  findDuplicates: findDuplicates(ports),
});

/** The use cases of those who look after the service for a tenant. */
const administrationUseCases = (ports: Needs) => {
  const health = checkHealth({ probe: ports.healthProbe, components: ports.components });
  return {
    checkHealth: health,
    readOperations: readOperations({ ...ports, checkHealth: health }),
    listClients: listClients(ports),
    createClient: createClient(ports),
    rotateClientSecret: rotateClientSecret(ports),
    setClientDisabled: setClientDisabled(ports),
    readLists: readLists(ports),
    addToList: addToList(ports),
    removeFromList: removeFromList(ports),
  };
};

const policyUseCases = (ports: Needs) => {
  const drafts = { ...ports, lintDraft: lintDraft(ports) };
  const { readBackTest, startBackTest, stop } = backTests({ ...ports, onFailed: ports.onBackTestFailed });
  return {
    listDrafts: listDrafts(drafts),
    getDraft: getDraft(drafts),
    createDraft: createDraft(drafts),
    replaceDraft: replaceDraft(drafts),
    discardDraft: discardDraft(drafts),
    publishDraft: publishDraft(drafts),
    readBackTest,
    startBackTest,
    /** Ends the back-tests that run behind requests. */
    stopBackTests: stop,
  };
};

/** Makes every use case of staff from all their ports at once. It names the ports that are missing. */
export const createBackoffice = withPorts(
  'createBackoffice',
  [
    'clock',
    'clientStore',
    'components',
    'configuredClients',
    'duplicateIndex',
    'faces',
    'healthProbe',
    'ids',
    'knownClients',
    'ledgerReader',
    'listStore',
    'onBackTestFailed',
    'onStaffSignInRefused',
    'passwords',
    'pause',
    'policies',
    'policyDrafts',
    'policyRepository',
    'postStatusEvent',
    'profiles',
    'reviewClaims',
    'reviewQueue',
    'staffDirectory',
    'staffSessions',
    'tokenStates',
    'webhookDeliveries',
    'webhookEndpoints',
    'workCounts',
  ],
  (ports: BackofficePorts, settings: BackofficeSettings) => {
    const needs: Needs = { ...ports, ...settings };
    return {
      ...staffUseCases(needs),
      ...reviewUseCases(needs),
      ...administrationUseCases(needs),
      ...policyUseCases(needs),
    };
  },
);

/** Every use case of staff. */
export type Backoffice = ReturnType<typeof createBackoffice>;
