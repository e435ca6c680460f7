import { newPutOff, type PutOff } from './put-off.ts';

/** What the use cases of one process share beside the stores. Nothing is lost with it. */
export type InProcess = { readonly putOff: PutOff };

/** To be made once, where the use cases are put together. */
export const inProcess = (): InProcess => ({ putOff: newPutOff() });
