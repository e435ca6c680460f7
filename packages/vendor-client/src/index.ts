export type {
  CallOutcome,
  CallRecord,
  Fetch,
  OngoingCall,
  OwnedVendorClient,
  VendorClient,
  VendorLimits,
} from './call/types.ts';
export { unavailableFrom, VendorCallError } from './call/vendor-call-error.ts';
export { createVendorClient } from './vendor-client.ts';
