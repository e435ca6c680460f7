import type { Keyring, KeyStatus, Progress } from '@portcullis/record-store';

const nouns = {
  profiles: 'profiles',
  files: 'files',
  entries: 'ledger entries',
  sighting_keys: 'keys of digests',
  service_keys: 'keys of the service',
  answers: 'kept answers',
  notes: 'notes on lists',
} as const satisfies { readonly [Table in keyof KeyStatus['plaintextCount']]: string };

const unboundNouns = {
  profiles: 'profiles',
  files: 'files',
  policies: 'policies',
  settings: 'settings',
  lists: 'entries of lists',
  device_events: 'device events',
  access_log: 'rows of the access log',
  webhook_endpoints: 'webhook endpoints',
  staff_members: 'accounts of staff',
  staff_sessions: 'sessions of staff',
  review_claims: 'claims on reviews',
  clients: 'clients',
  policy_drafts: 'drafts of policies',
} as const satisfies { readonly [Table in keyof KeyStatus['unboundCount']]: string };

const partNouns: { readonly [part: string]: string } = { ...unboundNouns, ...nouns, data_keys: 'keys of profiles' };

const keyPosition = (keyring: Keyring | null, keyId: string): string => {
  if (keyring?.primary.id === keyId) return 'the first of DATA_KEYS';
  return keyring?.find(keyId) === undefined ? 'NOT IN DATA_KEYS' : 'an older one of DATA_KEYS';
};

const unboundLine = (counts: KeyStatus['unboundCount']): string => {
  const { profiles, files, policies, settings, lists, device_events: events, access_log: looks } = counts;
  const { lists: entries, device_events: deviceEvents, access_log: rows, webhook_endpoints: endpoints } = unboundNouns;
  return `${profiles} profiles, ${files} files, ${policies} policies, ${settings} settings, ${lists} ${entries}, ${events} ${deviceEvents}, ${looks} ${rows}, ${counts.webhook_endpoints} ${endpoints}, ${counts.staff_members} ${unboundNouns.staff_members}, ${counts.staff_sessions} ${unboundNouns.staff_sessions}, ${counts.review_claims} ${unboundNouns.review_claims}, ${counts.clients} clients, ${counts.policy_drafts} ${unboundNouns.policy_drafts}`;
};

/** How much is encrypted under which key, in lines for an operator: names and counts, and no secret. */
export const statusLines = (
  { isSealed, keyUsage, plaintextCount, unboundCount }: KeyStatus,
  keyring: Keyring | null,
): readonly string[] => {
  const { profiles, files, entries, sighting_keys, service_keys, answers, notes } = plaintextCount;
  return [
    ...keyUsage.map(
      ({ keyId, dataKeys, serviceKeys }) =>
        `under the key ${keyId} (${keyPosition(keyring, keyId)}): ${dataKeys} keys of profiles, ${serviceKeys} keys of the service`,
    ),
    `in clear: ${profiles} ${nouns.profiles}, ${files} ${nouns.files}, ${entries} ${nouns.entries}, ${answers} ${nouns.answers}, ${sighting_keys} ${nouns.sighting_keys}, ${service_keys} ${nouns.service_keys}, ${notes} ${nouns.notes}`,
    `not sealed with their columns: ${unboundLine(unboundCount)}`,
    isSealed
      ? 'Everything was sealed: what is in clear is damage, and is not read.'
      : 'What is in clear is still read and believed, until keys rotate has sealed everything.',
  ];
};

/**
 * What a rotation is about to seal, and to vouch for, in lines for an operator; none where it seals nothing that is
 * believed so far.
 */
export const sealingWarnings = ({ isSealed, plaintextCount, unboundCount }: KeyStatus): readonly string[] => {
  const counts = {
    ...unboundCount,
    profiles: plaintextCount.profiles + unboundCount.profiles,
    files: plaintextCount.files + unboundCount.files,
    lists: plaintextCount.notes + unboundCount.lists,
  };
  const isAny = [...Object.values(plaintextCount), ...Object.values(counts)].some((count) => count > 0);
  if (isSealed || !isAny) return [];
  return [
    `Seals, and vouches from then on for, what anybody who could write to the database may have put there: ${unboundLine(counts)}.`,
    'If a rotation has said before that everything is sealed, somebody has removed the mark of that: restore a backup instead.',
  ];
};

/** The progress of a rotation in one line. */
export const progressLine = ({ part, rotated }: Progress): string => `${partNouns[part] ?? part}: ${rotated} done`;
