export type {
  CallName,
  CallOutcome,
  CallRecord,
  Fetch,
  OwnedVendorClient as OwnedWayOut,
  VendorClient as WayOut,
  VendorLimits as Limits,
} from './call/types.ts';
export { unavailableFrom, VendorCallError as OutgoingFault } from './call/vendor-call-error.ts';
export { memoizeTask as once } from './memoize-task.ts';
export { createVendorClient as wayOut, type VendorClientOptions as WayOutOptions } from './vendor-client.ts';
