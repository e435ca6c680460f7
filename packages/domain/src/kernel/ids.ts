import { matching } from './codec.ts';

/** Every id that we generate has 15 characters of `a-z0-9`, which is PocketBase's own form. */
export const IdCodec = matching('an id of 15 characters a-z and 0-9', /^[a-z0-9]{15}$/);

/** The id of a liveness session, which its provider makes: it has a place in paths and in a column as it is. */
export const LivenessSessionIdCodec = matching('a session id', /^[\w-][\w.-]{0,127}$/);

/** Ids are plain strings of that form; the aliases say whose id is meant. */
export type ProfileId = string;
export type FileId = string;
