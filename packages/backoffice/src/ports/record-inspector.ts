import type { FileId, TaskEither, Unavailable } from '@portcullis/domain/kernel';
import type { Profile } from '@portcullis/domain/profile';

/** The possible faults of the rows beside a profile's own, and of those that belong to no profile. */
export const recordFaults = {
  file: 'a file of the profile has no row, or another one than was stored',
  file_missing: 'the bytes of a file of the profile are gone, or its key is',
  file_altered: 'the bytes of a file of the profile are not those that were stored',
  session: 'a liveness session of the profile has no row of its own',
  device_event: 'a device event that the profile has used has no row of its own',
  duplicates: 'what the attempt showed is not in the index as it was recorded',
  events:
    'an event of the profile is not the one of its entry, stands in another feed or in another order, or is missing',
  erased_key: 'the key of an erased profile was put back',
  service_key: 'a key of the service is gone, or does not open',
  policies: 'a policy is gone from between others, or does not open',
  settings: 'a setting does not open',
  lists: 'an entry of a list does not open',
} as const;

export type RecordFault = keyof typeof recordFaults;

/** A fault in the rows beside a profile, with the file if it concerns one. */
export type RecordFinding = { readonly fault: RecordFault; readonly file?: FileId };

/** Reads rows that no request reads by itself, to find changes and removals by somebody without a key. */
export type RecordInspector = {
  /** Compares the rows beside a profile with what the profile, which was read and is authentic, says of them. */
  readonly besideProfile: (profile: Profile) => TaskEither<Unavailable, readonly RecordFinding[]>;
  /** Compares the events of an endpoint with its entries, which were verified. */
  readonly eventsOfEndpoint: (id: string) => TaskEither<Unavailable, readonly RecordFault[]>;
  /** Reads every file that the profile names, one at a time, and compares its bytes with what is known of them. */
  readonly filesOf: (profile: Profile) => TaskEither<Unavailable, readonly RecordFinding[]>;
  /** Inspects the rows that belong to no profile. */
  readonly ofService: () => TaskEither<Unavailable, readonly RecordFault[]>;
};
