import type { ProfileId } from '../../ids.ts';

/** For whom a provider is called; goes into request tokens and logs, never personal data. */
export type VendorCall = { readonly profileId: ProfileId; readonly attempt: number };
