import { changePorts } from '@portcullis/domain/input';
import { type Invalid, type ProfileId, pipe, type TaskEither, TE } from '@portcullis/domain/kernel';
import type { IdGenerator } from '@portcullis/domain/ports';
import type { ErasureCause, Profile } from '@portcullis/domain/profile';
import { type ChangeDeps, type ChangeError, changeForErasure } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import { holdProfile } from './hold-profile.ts';

/**
 * Requests an erasure again that a backup does not know of, as the partner did: its actor is a machine with the name
 * of what restores, because an open profile ends with the request, and operators end none. A legal hold of the time of
 * the backup is released: the erasure could only be requested after it was. A profile that is erased already stays as
 * it is.
 */
export type EraseAgain = (input: {
  readonly id: ProfileId;
  readonly because: ErasureCause;
  readonly by: string;
}) => TaskEither<Invalid | ChangeError, Profile>;

export const eraseAgain = useCase(
  'eraseAgain',
  [...changePorts, 'ids'],
  (deps: ChangeDeps & { readonly ids: IdGenerator }): EraseAgain =>
    ({ because, by, id }) => {
      const release = holdProfile(deps)({ id, held: false, by, note: null });
      const action = { type: 'erase', because } as const;
      const command = { id: deps.ids.id(), actor: { type: 'machine' as const, id: by }, action };
      const erase = changeForErasure(deps, { caller: null, id, plan: () => command });
      const eraseReleased = pipe(
        release,
        TE.flatMap(() => erase),
      );
      return pipe(
        erase,
        TE.orElse((error) => (error._tag === 'LegalHoldStands' ? eraseReleased : TE.left(error))),
      );
    },
);
