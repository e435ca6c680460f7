import { E, type Either, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import { genesisHash, webhookDisabledReasons } from '@portcullis/domain/ledger';
import type { DeliveryState } from '@portcullis/domain/ports';
import { nonNegativeInteger, nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import type { Row } from '../../driver/record-driver.ts';

/** A row of `webhook_states`. */
export const StateRow = t.type(
  { id: t.string, endpoint: t.string, generation: t.number, place: t.number, data: t.string },
  'state of deliveries row',
);
export type StateRow = t.TypeOf<typeof StateRow>;

const Range = recordCodec('range of places', { from: nonNegativeInteger, to: nonNegativeInteger }, {});

const LedgerEnd = recordCodec('end of a ledger', { seq: nonNegativeInteger, hash: t.string }, {});

const StoredState = recordCodec(
  'state of deliveries',
  { failures: nonNegativeInteger, ahead: t.readonlyArray(Range) },
  {
    replay: nullable(Range),
    failing_since: timestamp,
    paused_until: timestamp,
    disabled: oneOf(webhookDisabledReasons),
    ledger: LedgerEnd,
  },
);

/** The ledger of an endpoint that was never disabled. */
export const noEntries = { seq: 0, hash: genesisHash };

export const stateRow = (state: DeliveryState): Row => ({
  id: state.id,
  endpoint: state.endpointId,
  generation: state.generation,
  place: state.place,
  data: JSON.stringify({
    failures: state.failures,
    ahead: state.ahead,
    ...(state.replay !== null && { replay: state.replay }),
    ...(state.failingSince !== null && { failing_since: state.failingSince }),
    ...(state.pausedUntil !== null && { paused_until: state.pausedUntil }),
    ...(state.disabled !== null && { disabled: state.disabled }),
    ...(state.ledger.seq > 0 && { ledger: state.ledger }),
  }),
});

export const deliveryStateOfRow = ({
  data,
  endpoint,
  generation,
  id,
  place,
}: StateRow): Either<Unavailable, DeliveryState> => {
  const stored = decode(StoredState, parseJson(data));
  if (E.isLeft(stored)) return E.left(damagedRecord(stored.left));
  const { ahead, failing_since: failingSince = null, failures } = stored.right;
  const { disabled = null, ledger = noEntries, paused_until: pausedUntil = null, replay = null } = stored.right;
  return E.right({
    id,
    endpointId: endpoint,
    generation,
    place,
    ahead,
    replay,
    failures,
    failingSince,
    pausedUntil,
    disabled,
    ledger,
  });
};
