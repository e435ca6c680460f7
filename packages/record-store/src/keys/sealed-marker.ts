import { E, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { allOf, compare } from '../driver/condition.ts';
import { getRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import type { Keyring } from '../encryption/keyring.ts';
import {
  missingKey,
  newServiceKeyRow,
  plaintextKey,
  ServiceKeyRow,
  serviceKeyRowId,
  unwrapServiceKey,
} from './service-key-row.ts';

/**
 * The name of the service key whose row says that everything is sealed. Only a holder of the keyring can wrap a key
 * under this name, so nobody else can write the row, and a rotation wraps it again like every other key.
 */
const markerName = 'sealed';

/** The row of the marker. */
export const markerRow = allOf([compare('name', '=', markerName), compare('key_id', '!=', '')]);

/** Whether everything in a database was sealed, after which nothing in clear is believed any more. */
export type SealedMarker = {
  /** Whether the operator requires the mark, so that nobody makes a process believe rows in clear by removing it. */
  readonly isRequired: boolean;
  /**
   * Whether the mark is there. It is read until it is, and from then on true for the life of the process, whatever
   * becomes of its row.
   */
  readonly isMarked: TaskEither<Unavailable, boolean>;
  /** Whether nothing in clear is believed: the mark is there, or it is required. */
  readonly isSealed: TaskEither<Unavailable, boolean>;
  /**
   * Without a keyring nothing can be written that a sealed database believes: then it fails where there is a marker.
   */
  readonly refuseWithoutKeyring: TaskEither<Unavailable, void>;
  /** Writes the marker, wrapped by the keyring. */
  readonly write: (keyring: Keyring) => TaskEither<Unavailable, void>;
  /** Succeeds while what is in clear is believed; `what` names it in the outage that it is afterwards. */
  readonly believeClear: (what: string) => TaskEither<Unavailable, void>;
};

/** The outage for what somebody has put in clear in the place of what was sealed. */
export const plaintextRejected = (what: string): Unavailable =>
  unavailable('database', `${what} is in clear, and everything was sealed`, 'invalid_response');

/** The marker of a database. Without a keyring nothing is sealed, and no mark is required. */
export const sealedMarker = (driver: RecordDriver, keyring: Keyring | null, requireSealed: boolean): SealedMarker => {
  const isRequired = requireSealed && keyring !== null;
  let known = false;

  const read: TaskEither<Unavailable, boolean> = pipe(
    getRow(driver, 'service_keys', serviceKeyRowId(markerName), ServiceKeyRow),
    TE.flatMap((row) => {
      if (row === null || plaintextKey(row) !== null) return TE.right(false);
      return TE.fromEither(E.map(() => true)(unwrapServiceKey(keyring, markerName, row)));
    }),
  );

  const isMarked: SealedMarker['isMarked'] = async () => {
    if (known || keyring === null) return E.right(known);
    const found = await read();
    known ||= E.isRight(found) && found.right;
    return found;
  };

  const isSealed: SealedMarker['isSealed'] = isRequired ? TE.right(true) : isMarked;

  const refuseWithoutKeyring: SealedMarker['refuseWithoutKeyring'] = pipe(
    keyring === null ? getRow(driver, 'service_keys', serviceKeyRowId(markerName), ServiceKeyRow) : TE.right(null),
    TE.flatMap((row) =>
      row === null || plaintextKey(row) !== null
        ? TE.right(undefined)
        : TE.left(missingKey({ _tag: 'UnknownKey', keyId: row.key_id })),
    ),
  );

  return {
    isRequired,
    isMarked,
    isSealed,
    refuseWithoutKeyring,
    write: (ring) =>
      pipe(
        driver.transaction([{ kind: 'insert', table: 'service_keys', row: newServiceKeyRow(ring, markerName) }]),
        TE.orElse((failure) =>
          isNotUnique(failure, 'id', 'name') ? TE.right(undefined) : TE.left(unexpectedRejection()(failure)),
        ),
        TE.map(() => {
          known = true;
          return undefined;
        }),
      ),
    believeClear: (what) =>
      pipe(
        isSealed,
        TE.flatMap((sealed) => (sealed ? TE.left(plaintextRejected(what)) : TE.right(undefined))),
      ),
  };
};
