export const actorTypes = ['system', 'machine', 'flow', 'reviewer', 'operator'] as const;
/**
 * Who acted: the service itself, a partner's server, the person's browser, a member of staff, or the operator of the
 * service.
 */
export type Actor = { readonly type: (typeof actorTypes)[number]; readonly id: string };
