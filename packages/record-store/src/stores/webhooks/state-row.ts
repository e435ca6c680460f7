import { E, type Either, pipe, type Unavailable } from '@portcullis/domain';
import { damagedRecord, decode, oneOf, parseJson, t } from '@portcullis/domain/kernel';
import { genesisHash } from '@portcullis/domain/ledger';
import { nonNegativeInteger, nullable, recordCodec, timestamp } from '@portcullis/domain/serialization';
import { type DeliveryState, webhookDisabledReasons } from '@portcullis/events/ports';
import type { Row } from '../../driver/record-driver.ts';

/** A row of `webhook_states`. */
export const StateRow = t.type({
  id: t.string,
  endpoint: t.string,
  generation: t.number,
  place: t.number,
  data: t.string,
});
export type StateRow = t.TypeOf<typeof StateRow>;

const Range = recordCodec('range of places', { from: nonNegativeInteger, to: nonNegativeInteger });

const StateContent = recordCodec('state of deliveries', {
  failures: nonNegativeInteger,
  ahead: t.readonlyArray(Range),
  replay: nullable(Range),
  failingSince: nullable(timestamp),
  pausedUntil: nullable(timestamp),
  disabled: nullable(oneOf(webhookDisabledReasons)),
  ledger: recordCodec('end of a ledger', { seq: nonNegativeInteger, hash: t.string }),
});

/** The ledger of an endpoint that was never disabled. */
export const noEntries = { seq: 0, hash: genesisHash };

export const stateRow = ({ endpointId, generation, id, place, ...content }: DeliveryState): Row => ({
  id,
  endpoint: endpointId,
  generation,
  place,
  data: JSON.stringify(content),
});

export const deliveryStateOfRow = ({
  data,
  endpoint: endpointId,
  generation,
  id,
  place,
}: StateRow): Either<Unavailable, DeliveryState> =>
  pipe(
    decode(StateContent, parseJson(data)),
    E.map((content) => ({ id, endpointId, generation, place, ...content })),
    E.mapLeft((faults) => damagedRecord(faults)),
  );
