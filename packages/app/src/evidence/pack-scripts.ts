/** This release's copy of the script in every pack: the copy in a pack is only as trustworthy as the pack's author. */
export const packScript = new URL('../../bin/verify-pack.mjs', import.meta.url);
