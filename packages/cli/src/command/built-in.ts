import { builtInPolicies } from '@portcullis/domain';

/** The built-in policies. Every version is found by its name, whatever threshold is configured. */
export const builtIn = builtInPolicies({ livenessThreshold: 75, specimens: false });
