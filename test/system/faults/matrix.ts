import { type FaultKind, faultKinds } from '@portcullis/vendor-simulator';
import { runs } from '../../support/effort.ts';
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

/** Answers every case, or a few cases of each route. */
export const faultCases = (isShort: boolean): readonly FaultCase[] =>
  routes.flatMap((route) => (isShort ? sampleFaultsOf(route) : faultsOf(route)).map((fault) => ({ route, fault })));
