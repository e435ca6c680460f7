export const actorTypes = ['system', 'machine', 'flow', 'reviewer', 'operator'] as const;
/**
 * The source of an action: the service itself, a partner's server, the person's browser, a member of staff, or the
 * operator of the service.
 */
export type Actor = { readonly type: (typeof actorTypes)[number]; readonly id: string };

/** The operator for everybody else, who learns that it was the operator, and not which of the people there. */
export const operatorActor = { type: 'operator', id: 'operator' } as const satisfies Actor;

/** An actor for everybody but the operator. */
export const withoutOperatorName = (actor: Actor): Actor => (actor.type === 'operator' ? operatorActor : actor);
