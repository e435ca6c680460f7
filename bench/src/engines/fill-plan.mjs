// What a filled database consists of.

export const fillPartner = 'bench';

/**
 * The entries of each profile, by what has happened to it: the partner has noted much (`noted`), or its checks have
 * decided (`decided`), or have left it to a reviewer (`reviewed`), which takes about as many entries as a real
 * verification has.
 */
export const entriesOf = { noted: 20, decided: 12, reviewed: 12 };

/** The tables of a profile, in the order in which they are loaded. */
export const tablesOfFill = ['data_keys', 'profiles', 'ledger'];

/** So many profiles have entries for whole tiles of the log. */
const profilesPerTiles = 64;

/** So many profiles are made and loaded at a time. */
export const profilesPerLoad = 1024;

/** The size of a database that is asked for: its entries are in whole tiles. */
export const sizeOf = (asked) => Math.ceil(asked / profilesPerTiles) * profilesPerTiles;
