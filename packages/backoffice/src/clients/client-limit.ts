import { E, type Invalid, invalid, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import {
  type ClientRecord,
  type ClientStore,
  isDamagedClient,
  maxKeptClients,
  maxStoredClients,
} from '@portcullis/domain/ports';

/** One whose row does not open counts as disabled. */
const isEnabled = (client: ClientRecord): boolean => !isDamagedClient(client) && !client.isDisabled;

const tooMany = (pointer: string, message: string) =>
  E.left(invalid([{ pointer, message: `expected at most ${message}` }]));

/** Refuses another enabled client where a partner has as many as it may have. `pointer` is what is wrong then. */
export const roomForClient =
  (
    { clientStore }: { readonly clientStore: Pick<ClientStore, 'ofPartner'> },
    partnerId: string,
    { isNew, pointer }: { readonly isNew: boolean; readonly pointer: string },
  ): TaskEither<Invalid | Unavailable, void> =>
  async () => {
    const others = await clientStore.ofPartner(partnerId)();
    if (E.isLeft(others)) return others;
    if (others.right.filter(isEnabled).length >= maxStoredClients)
      return tooMany(pointer, `${maxStoredClients} enabled clients of one partner`);
    return isNew && others.right.length >= maxKeptClients
      ? tooMany(pointer, `${maxKeptClients} clients of one partner, disabled ones included`)
      : E.right(undefined);
  };
