import { aReviewer } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { attemptFingerprints, referenceDigest } from '@portcullis/domain/evidence';
import { maxDigests } from '@portcullis/domain/ports';
import type { Keyring, RecordStore } from '@portcullis/record-store';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { storesOn } from '../records/stores-over.ts';
import { mustSucceed } from '../run.ts';
import type { TestDatabase } from '../servers/pocketbase.ts';
import type { Variables } from '../servers/service-program.ts';
import { type CommandRun, runCommand } from './commands.ts';
import { aPerson, aService, completeLiveness, ledgerOf, partner, stored } from './memory-service.ts';
import { submitEverything } from './submit-everything.ts';

/** Runs a ledger command; answers its output and errors line by line, and its exit code. */
export const runLedgerCommand = (env: Variables, ...args: readonly string[]): Promise<CommandRun> =>
  runCommand(ledgerCommand, env, ...args);

/** The options of a journey. */
type JourneyChanges = {
  readonly scenario?: 'approve' | 'retry_liveness_then_approve' | 'review_face_borderline';
  readonly seed?: string;
  readonly keyring?: Keyring;
  /** The profile is only created, or its erasure is requested at the end and still pending. */
  readonly only?: 'created' | 'erased';
};

/** Records in the index what the attempts of a profile showed, each time that its duplicates were looked up. */
const recordDuplicates = async ({ duplicateIndex }: RecordStore, profile: Profile): Promise<void> => {
  const { evidence, id, reference, salt, tenant } = profile;
  const key = await mustSucceed(duplicateIndex.partnerKey(tenant.partnerId));
  for (const [index, { attempt, at, kind }] of evidence.entries()) {
    if (kind !== 'sightings') continue;
    const input = { profileId: id, samplingKey: salt, evidence: evidence.slice(0, index), attempt, askedSteps: null };
    const shown = {
      partnerId: tenant.partnerId,
      profileId: id,
      attempt,
      at,
      reference: referenceDigest(key, tenant, reference),
      digests: attemptFingerprints(key, input, maxDigests),
    };
    await mustSucceed(duplicateIndex.record(shown, 86_400));
  }
};

/**
 * Plays a complete journey of a person in memory, and stores it in a database. A reviewer approves a borderline face
 * match, with a note.
 */
export const aJourney = async (
  { driver }: Pick<TestDatabase, 'driver'>,
  changes: JourneyChanges = {},
): Promise<Profile> => {
  const { scenario = 'approve', seed = 'journey', keyring } = changes;
  const service = aService({ scenario, seed });
  const claimed = { firstName: 'Anna Maria', lastName: 'Eriksson', dateOfBirth: '1974-08-12' };
  const person = await aPerson(service, { claimed, reference: `customer of ${seed}`, metadata: { note: 'Utopia' } });
  if (changes.only !== 'created') await submitEverything(person);
  if (scenario === 'retry_liveness_then_approve') await completeLiveness(person);
  if (scenario === 'review_face_borderline') {
    const words = {
      event: 'review_approved',
      reviewer: aReviewer,
      reason: 'looked_twice',
      note: 'It is Anna, by her chin.',
    } as const;
    await mustSucceed(service.post({ caller: partner, id: person.id, ...words, steps: null, expectedVersion: null }));
  }
  if (changes.only === 'erased') await mustSucceed(service.erase({ caller: partner, id: person.id }));
  const profile = await stored(service, person.id);
  const stores = storesOn(driver, keyring);
  const entries = await ledgerOf(service, person.id);
  await mustSucceed(stores.profiles.insert({ profile, entries }, null));
  for (const item of profile.evidence) {
    if (item.kind !== 'file') continue;
    const content = await mustSucceed(service.files.get(person.id, item.file.id));
    const file = { ...item.file, ...content, profileId: person.id };
    await mustSucceed(stores.files.put(file));
  }
  await recordDuplicates(stores, profile);
  return profile;
};
