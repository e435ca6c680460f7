import { type FaultKind, faultKinds } from '@portcullis/vendor-simulator';
import { kindOf } from '../../support/services/outage-faults.ts';
import { type Route, routes } from './routes.ts';

export type Cell = { readonly route: Route; readonly fault: FaultKind };

/** The faults of a vendor, and one answer that is none: with members that nobody documented. */
const faultsOf = ({ vendor }: Route): readonly FaultKind[] =>
  faultKinds.filter((fault) => kindOf(vendor, fault) !== null || fault === 'unknown_fields');

/** A refusal, no end of an answer, no contract, and a limit: for the requests, which are quick to run. */
const ofRequests: readonly FaultKind[] = ['http_503', 'stalled_body', 'not_json', 'throttling'];
/** One for each request that begins the checks: what fails there is waited for until it is asked again. */
const ofChecks: readonly FaultKind[] = ['reset', 'stalled_headers', 'wrong_types'];

const fewFaultsOf = (route: Route): readonly FaultKind[] => {
  const place = routes.filter(({ occasion }) => occasion === 'processing').indexOf(route);
  return place < 0 ? ofRequests : ofChecks.slice(place % ofChecks.length).slice(0, 1);
};

/** Every cell, or a few of each route. */
export const cellsOf = (isShort: boolean): readonly Cell[] =>
  routes.flatMap((route) => (isShort ? fewFaultsOf(route) : faultsOf(route)).map((fault) => ({ route, fault })));
