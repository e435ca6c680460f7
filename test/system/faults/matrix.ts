import { type FaultKind, faultKinds } from '@portcullis/vendor-simulator';
import { isFullEffort, runs } from '../../support/effort.ts';
import { kindOf } from '../../support/services/outage-faults.ts';
import { type Route, routes } from './routes.ts';

export type FaultCase = { readonly route: Route; readonly fault: FaultKind };

/** The faults of a vendor, and one response that is no fault: one with undocumented members. */
const faultsOf = ({ vendor }: Route): readonly FaultKind[] =>
  faultKinds.filter((fault) => kindOf(vendor, fault) !== null || fault === 'unknown_fields');

/**
 * A rejection, a response without an end, an invalid response and a limit: they are used for the requests that run
 * quickly.
 */
const ofRequests: readonly FaultKind[] = ['http_503', 'stalled_body', 'not_json', 'throttling'];
/** One fault for each request that begins the checks: a failure there takes until the next attempt. */
const ofChecks: readonly FaultKind[] = ['reset', 'stalled_headers', 'wrong_types'];

/** One of the faults of each route, or all of them, so that all are played under some route in any run. */
const sampleFaultsOf = (route: Route): readonly FaultKind[] => {
  const place = routes.filter(({ occasion }) => occasion === route.occasion).indexOf(route);
  const faults = route.occasion === 'processing' ? ofChecks : ofRequests;
  const count = route.occasion === 'processing' ? 1 : runs(faults.length, 1);
  return count === faults.length ? faults : [faults[place % faults.length]].filter((fault) => fault !== undefined);
};

/**
 * The routes of a short run: all of them, or in a quick run each that a person asks for, and the first one that begins
 * the checks. What the checks make of each fault is played in one process, by the table of outages.
 */
const sampledRoutes: readonly Route[] = isFullEffort
  ? routes
  : [
      ...routes.filter(({ occasion }) => occasion === 'request'),
      ...routes.filter(({ occasion }) => occasion === 'processing').slice(0, 1),
    ];

/** Answers every case, or a few cases of each route or of some. */
export const faultCases = (isShort: boolean): readonly FaultCase[] =>
  (isShort ? sampledRoutes : routes).flatMap((route) =>
    (isShort ? sampleFaultsOf(route) : faultsOf(route)).map((fault) => ({ route, fault })),
  );
