export { unavailableFrom, VendorCallError as OutgoingFault } from './fault.ts';
export { memoizeTask as once } from './once.ts';
export type {
  CallName,
  CallOutcome,
  CallRecord,
  Fetch,
  OwnedVendorClient as OwnedWayOut,
  VendorClient as WayOut,
  VendorLimits as Limits,
} from './types.ts';
export { createVendorClient as wayOut, type VendorClientOptions as WayOutOptions } from './way-out.ts';
