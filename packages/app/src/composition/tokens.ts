import type { SharedRateLimiter } from '@portcullis/adapter-limits';
import type { LocalBarcodeReader, LocalReader } from '@portcullis/adapter-local-reader';
import type { Simulation } from '@portcullis/adapter-memory';
import type { Clock } from '@portcullis/domain';
import type { ProviderNames } from '@portcullis/domain/use-cases';
import type { FeedNumbers, FeedPosition, WorkLeases } from '@portcullis/events/ports';
import type { LivenessComponent } from '@portcullis/http';
import type { Broadcast } from '../adapters/broadcast.ts';
import type { FileObjects } from '../adapters/file-objects.ts';
import type { RecordDatabase } from '../adapters/open-record-database.ts';
import type { RunningAccessRecorder } from '../audit/access-recorder.ts';
import type { Config } from '../config/config.ts';
import type { DamageReport } from '../telemetry/damaged-rows.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { VendorReport } from '../telemetry/readiness.ts';
import type { ClockWatch } from '../watches/clock-watch.ts';
import { portTokens, token } from './port-tokens.ts';
import type { StorageUsage } from './storage-usage.ts';
import type { UseCases } from './use-cases.ts';
import type { Vendors } from './vendors.ts';

/** Closes what an adapter keeps open (a worker, a socket), after its last use. */
export type Close = () => Promise<void>;

/** Typed injection tokens: binding a token to a value of another type does not compile. */
export const Tokens = {
  ...portTokens,
  config: token<Config>('config'),
  logger: token<Logger>('logger'),
  metrics: token<Metrics>('metrics'),
  /** The base of verification URLs and the port of the API, once it listens. */
  linkBase: token<{ url: string; port: number }>('linkBase'),

  /** The clock of this machine, as it goes. */
  machineClock: token<Clock>('machineClock'),
  /** Compares the clock of this machine with others. */
  clockWatch: token<ClockWatch>('clockWatch'),
  /** The providers that are chosen, by name. */
  providerNames: token<ProviderNames>('providerNames'),
  /** The record database: every store, its schema and its keys. */
  records: token<RecordDatabase>('records'),
  /** The object store of files; `null` where their bytes are in the record database. */
  fileObjects: token<FileObjects | null>('fileObjects'),
  feedNumbers: token<FeedNumbers>('feedNumbers'),
  /** Tells that this instance has stored events, which have no place in a feed yet. */
  damageReport: token<DamageReport>('damageReport'),
  storedEvents: token<Broadcast<void>>('storedEvents'),
  /** Tells how far the feeds have come that this instance has moved. */
  movedFeeds: token<Broadcast<FeedPosition>>('movedFeeds'),
  accessRecorder: token<RunningAccessRecorder>('accessRecorder'),
  workLeases: token<WorkLeases>('workLeases'),
  storageUsage: token<StorageUsage>('storageUsage'),
  rateLimiter: token<SharedRateLimiter>('rateLimiter'),
  localReader: token<LocalReader>('localReader'),
  lazyBarcodeReader: token<LocalBarcodeReader>('lazyBarcodeReader'),
  /** Bound in the sandbox only. */
  simulation: token<Simulation>('simulation'),

  /** Bound in production only. */
  vendors: token<Vendors>('vendors'),

  /** The provider states of `/readyz`, but for components that are replaced. */
  vendorReport: token<(replaced?: readonly string[]) => VendorReport>('vendorReport'),
  /** What shows a liveness check on the page of the person. */
  livenessComponent: token<LivenessComponent>('livenessComponent'),
  close: token<Close>('close'),

  useCases: token<UseCases>('useCases'),
};
