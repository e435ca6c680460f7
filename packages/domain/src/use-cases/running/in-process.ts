import { joined } from './in-turn.ts';
import { newPutOff, type PutOff } from './put-off.ts';
import type { Readings } from './read-document.ts';

/** What the use cases of one process share besides the stores. Nothing is lost with it. */
export type InProcess = { readonly putOff: PutOff; readonly readings: Readings };

/** Call this once, where the use cases are composed: two states do not know of each other. */
export const inProcess = (): InProcess => ({ putOff: newPutOff(), readings: joined() });
