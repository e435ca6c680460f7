export const actorTypes = ['system', 'machine', 'flow', 'reviewer', 'operator'] as const;
/** Who did it: the service itself, a partner's server, the person's browser, a member of staff, who runs the service. */
export type Actor = { readonly type: (typeof actorTypes)[number]; readonly id: string };
