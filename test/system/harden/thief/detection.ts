import { type Examined, examineLedger } from '@portcullis/backoffice';
import { acme } from '@portcullis/contracts/builders';
import { builtInPolicies, E, pipe, policyCatalog, type TaskEither, TE, unavailable } from '@portcullis/domain';
import type { RecordStore } from '@portcullis/record-store';
import { judgeProfile } from '#cli/ledger/judge-profile';
import { verifyLog } from '#cli/ledger/verify-log';
import { readEvents } from '#events/feed/read-events';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { undamagedEntry, undamagedLines, undamagedPolicies } from '../../../support/records/listed.ts';
import { partner } from '../../../support/services/memory-service.ts';
import type { ThiefEnvironment } from './environment.ts';
import type { Run } from './seed.ts';
import type { Theft } from './thefts.ts';

const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: true });

type Read = TaskEither<unknown, unknown>;

/** The feed of the partner, as a follower reads it from its beginning. What is damaged in it is an outage here. */
const undamagedFeed =
  ({ eventFeed }: RecordStore): Read =>
  async () => {
    const read = readEvents({ eventFeed, clock: fakeClock() });
    for (let after = 0, hasMore = true; hasMore; ) {
      const page = await read({ caller: partner, after, types: null, limit: 100 })();
      if (E.isLeft(page)) return page;
      if (page.right.damaged > 0) return E.left(unavailable('database', 'the feed is damaged', 'invalid_response'));
      ({ hasMore, next: after } = page.right);
    }
    return E.right(undefined);
  };

/** The members of staff, as their list shows them. A damaged one hides no other, and is named. */
const undamagedStaff =
  ({ staffDirectory }: RecordStore): Read =>
  async () => {
    const page = await staffDirectory.page('')();
    return E.isRight(page) && page.right.damaged.length > 0
      ? E.left(unavailable('database', 'a member of staff is damaged', 'invalid_response'))
      : page;
  };

/** The reads of requests that a row of this table takes part in. */
const readsOf = (stores: RecordStore, { profiles }: Run, { row, table }: Theft): readonly Read[] => {
  const { accessLog, files, ledgerReader, policyRepository, settings, webhookEndpoints } = stores;
  const all = profiles.map(({ id }) => stores.profiles.getAny(id));
  const owner = String(row['profile'] ?? '');
  switch (table) {
    case 'profiles':
    case 'data_keys':
      return all;
    case 'service_keys':
      return [...all, settings.app(), undamagedPolicies(stores)];
    case 'ledger':
      return [ledgerReader.entries(owner, { afterSeq: 0, limit: 1000 }), undamagedFeed(stores)];
    case 'liveness_sessions':
      return [stores.profiles.findBySession(acme, decodeURIComponent(String(row['session'])))];
    case 'files':
      return [files.get(owner, row.id)];
    case 'policies':
      return [
        undamagedPolicies(stores),
        policyRepository.latest('strict', acme),
        policyRepository.get({ id: 'strict', version: String(row['version']) }),
      ];
    case 'sighting_lists':
      return [undamagedEntry(stores, row.id)];
    case 'access_log':
      return [undamagedLines(accessLog)];
    case 'settings':
      return [settings.app()];
    case 'staff_members':
      return [undamagedStaff(stores)];
    case 'staff_sessions':
      return [stores.staffSessions.find(row.id)];
    case 'clients':
      return [stores.clientStore.find(row.id)];
    case 'policy_drafts':
      return [stores.policyDrafts.find(row.id), stores.policyDrafts.backTest(row.id)];
    case 'review_claims':
      return [stores.reviewClaims.of([row.id])];
    case 'webhook_endpoints':
      return [webhookEndpoints.find(row.id)];
    default:
      return [];
  }
};

const isDamage = (left: unknown): boolean =>
  typeof left === 'object' && left !== null && Reflect.get(left, '_tag') === 'Unavailable';

const isFoundByRead = async (reads: readonly Read[]): Promise<boolean> => {
  for (const read of reads) {
    const outcome = await read();
    if (E.isLeft(outcome) && isDamage(outcome.left)) return true;
  }
  return false;
};

/**
 * Verifies what `portcullis ledger verify` verifies, as a process does that has just started; of one profile alone
 * where it is named.
 */
export const verifyLedger = async (stores: RecordStore, profile: string | null): Promise<readonly string[]> => {
  const policies = policyCatalog(builtIn, stores.policyRepository);
  const judge = judgeProfile({ ...stores, policies });
  const { one, page, service } = examineLedger({ ...stores, index: stores.recordScanner, judge, readsFiles: true });
  const faultsOf = (found: readonly Pick<Examined, 'faults'>[]): readonly string[] =>
    found.flatMap(({ faults }) => faults.map(({ fault }) => fault));
  const tasks: readonly TaskEither<unknown, readonly string[]>[] =
    profile === null
      ? [
          pipe(
            service,
            TE.map((faults) => faultsOf([{ faults }])),
          ),
          pipe(
            page(null),
            TE.map(({ examined }) => faultsOf(examined)),
          ),
        ]
      : [
          pipe(
            one(profile),
            TE.map((examined) => faultsOf([examined])),
          ),
        ];
  const found: string[] = [];
  for (const task of tasks) {
    const outcome = await task();
    found.push(...(E.isLeft(outcome) ? ['it could not be verified'] : outcome.right));
  }
  return found;
};

/** What `portcullis ledger verify --checkpoints` finds besides, with the heads that were kept elsewhere. */
export const logFaults = async (stores: RecordStore, { kept }: Run): Promise<number> => {
  const { fingerprint, heads } = kept;
  const folder = { heads, signers: [fingerprint], unsigned: 0, pinned: [fingerprint], faults: [] };
  const outcome = await verifyLog(stores, folder, () => undefined);
  return E.isLeft(outcome) ? 1 : outcome.right;
};

/** The profile that a row belongs to; `null` where it belongs to none, or where its table does not say. */
const ownerOf = ({ row, table }: Theft): string | null => {
  if (table === 'profiles') return row.id;
  return typeof row['profile'] === 'string' && row['profile'] !== '' ? row['profile'] : null;
};

export type FoundBy = 'read' | 'verify' | 'checkpoints' | null;

/**
 * Says what finds a theft that was committed: a read of a request, else the verification of the ledger, else that of
 * the log by the heads that were kept.
 */
export const detect = async ({ freshStores }: ThiefEnvironment, run: Run, theft: Theft): Promise<FoundBy> => {
  if (await isFoundByRead(readsOf(freshStores(), run, theft))) return 'read';
  if ((await verifyLedger(freshStores(), ownerOf(theft))).length > 0) return 'verify';
  return (await logFaults(freshStores(), run)) > 0 ? 'checkpoints' : null;
};
