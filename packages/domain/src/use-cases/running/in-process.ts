import { joined } from './in-turn.ts';
import { newPutOff, type PutOff } from './put-off.ts';
import type { Readings } from './read-document.ts';

/** What the use cases of one process share beside the stores. Nothing is lost with it. */
export type InProcess = { readonly putOff: PutOff; readonly readings: Readings };

/** To be made once, where the use cases are put together: what is made twice does not know of the other. */
export const inProcess = (): InProcess => ({ putOff: newPutOff(), readings: joined() });
