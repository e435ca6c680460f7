export type {
  CallName,
  CallOutcome,
  CallRecord,
  Fetch,
  OngoingCall,
  OwnedVendorClient,
  VendorClient,
  VendorLimits,
} from './call/types.ts';
export { unavailableFrom, VendorCallError } from './call/vendor-call-error.ts';
export { createVendorClient, type VendorClientOptions } from './vendor-client.ts';
