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

const sampleFaultsOf = (route: Route): readonly FaultKind[] => {
  const place = routes.filter(({ occasion }) => occasion === 'processing').indexOf(route);
  return place < 0
    ? ofRequests.slice(0, runs(ofRequests.length, 2))
    : ofChecks.slice(place % ofChecks.length).slice(0, 1);
};

/** Answers every case, or a few cases of each route. */
export const faultCases = (isShort: boolean): readonly FaultCase[] =>
  routes.flatMap((route) => (isShort ? sampleFaultsOf(route) : faultsOf(route)).map((fault) => ({ route, fault })));
