// What a filled database consists of.

export const fillPartner = 'bench';

/** The entries of each profile. An approved verification has about twelve, of which this is a long one. */
export const entriesPerProfile = 20;

/** The tables of a profile, in the order in which they are loaded. */
export const tablesOfFill = ['data_keys', 'profiles', 'ledger'];

/** So many profiles have entries for whole tiles of the log. */
export const profilesPerTiles = 64;

/** So many profiles are made and loaded at a time. */
export const profilesPerLoad = 1024;
