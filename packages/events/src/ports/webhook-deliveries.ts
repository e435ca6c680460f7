import type { TaskEither, Unavailable } from '@portcullis/domain/kernel';
import type { LedgerEntry } from '@portcullis/domain/ledger';
import type { WebhookDisabledReason } from '../ledger/endpoint-event.ts';
import type { WebhookFailure } from './webhook-sender.ts';

/** Places of a feed from the first to the last, both included. */
export type PlaceRange = { readonly from: number; readonly to: number };

/**
 * How far the deliveries to an endpoint have come. It is replaced as a whole, and only by who has seen it as it is, so
 * that an instance that has lost its lease writes nothing.
 */
export type DeliveryState = {
  /** Another one after each write. */
  readonly id: string;
  readonly endpointId: string;
  /** The generation of the lease on deliveries under which it was written. */
  readonly generation: number;
  /** Every event of the feed up to here was tried, or was none for this endpoint. */
  readonly place: number;
  /** The tries behind that place, in the order of the places. */
  readonly ahead: readonly PlaceRange[];
  /** A part of the feed that is sent once more, behind `place`. */
  readonly replay: PlaceRange | null;
  /** How many tries have failed since one succeeded. */
  readonly failures: number;
  /** When the first of them failed. */
  readonly failingSince: string | null;
  /** Nothing is sent before this time. */
  readonly pausedUntil: string | null;
  /** Why it is disabled, from the moment at which its partner learns of it; `null` while it is not. */
  readonly disabled: WebhookDisabledReason | null;
  /** The end of the ledger of the endpoint: how many entries it has, and the hash of the last one. */
  readonly ledger: { readonly seq: number; readonly hash: string };
};

/**
 * An event whose delivery has failed. `waiting`: it is tried again at `dueAt`. `dead`: it was tried as often as it may
 * be, and is kept for a replay.
 */
export type FailedDelivery = {
  readonly endpointId: string;
  /** Its place in the feed of the partner. */
  readonly place: number;
  /** `evt_` and an id. */
  readonly eventId: string;
  readonly state: 'waiting' | 'dead';
  readonly attempts: number;
  readonly dueAt: string;
};

/** One try, without what was sent and what was answered. */
export type WebhookTry = {
  readonly at: string;
  /** `evt_` and an id. */
  readonly eventId: string;
  readonly attempt: number;
  readonly outcome: 'delivered' | 'failed' | 'dead';
  /** The status of the answer; `null` where there was none. */
  readonly status: number | null;
  readonly failure: WebhookFailure | null;
  readonly ms: number;
  /** The IP address; `null` where no connection was made. */
  readonly address: string | null;
};

/** The changes that are written together with a state. At most 40 deliveries are put and settled by one of them. */
export type DeliveryChanges = {
  readonly tries: readonly WebhookTry[];
  readonly put: readonly FailedDelivery[];
  /** The places of deliveries that have succeeded. */
  readonly settled: readonly number[];
  /** Entries of the ledger of the endpoint, for its partner by the feed. */
  readonly entries?: readonly LedgerEntry[];
};

/** How many deliveries one write may put and settle. */
export const maxDeliveryChanges = 40;

/**
 * A page of the log of tries, newest first. `damaged` has the ids of the rows that were changed in the database and are
 * left out; `next` is where the next page begins.
 */
export type TryPage = {
  readonly tries: readonly WebhookTry[];
  readonly damaged: readonly string[];
  readonly next: string | null;
};

/** Stores how far deliveries have come, those that failed, and the log of tries. */
export type WebhookDeliveries = {
  readonly state: (endpointId: string) => TaskEither<Unavailable, DeliveryState | null>;
  /** Replaces the state that was seen, with everything that belongs to it, or writes nothing and answers `false`. */
  readonly record: (
    seen: DeliveryState,
    next: DeliveryState,
    changes: DeliveryChanges,
    at: string,
  ) => TaskEither<Unavailable, boolean>;
  /** At most `limit` (1 to 200) deliveries that wait, those that are due first first. */
  readonly waiting: (endpointId: string, limit: number) => TaskEither<Unavailable, readonly FailedDelivery[]>;
  /** At most `limit` (1 to 200) dead letters behind a place, in the order of their places. */
  readonly dead: (
    endpointId: string,
    afterPlace: number,
    limit: number,
  ) => TaskEither<Unavailable, readonly FailedDelivery[]>;
  /** Lets dead letters, at most 40, be tried again from `dueAt` on, as if they had never been. */
  readonly revive: (letters: readonly FailedDelivery[], dueAt: string) => TaskEither<Unavailable, void>;
  /** A page of the log, newest first: tries of at most 50 writes. */
  readonly tries: (endpointId: string, before: string | null) => TaskEither<Unavailable, TryPage>;
  /**
   * Forgets tries and failed deliveries that were written before a time, and failed deliveries of endpoints that are
   * gone, at most `limit` of each. Answers how many rows it has removed.
   */
  readonly prune: (before: string, limit: number) => TaskEither<Unavailable, number>;
  /** How many deliveries wait, and how many are dead letters, of all partners; each up to 1,000. */
  readonly counts: () => TaskEither<Unavailable, { readonly waiting: number; readonly dead: number }>;
};
