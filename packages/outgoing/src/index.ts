export { OutgoingFault, unavailableFrom } from './fault.ts';
export { once } from './once.ts';
export type { CallName, CallOutcome, CallRecord, Fetch, Limits, OwnedWayOut, WayOut } from './types.ts';
export { type WayOutOptions, wayOut } from './way-out.ts';
