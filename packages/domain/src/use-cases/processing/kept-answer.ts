import { type ExternalService, type Unavailable, unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import type { NewEvidence } from '../../profile/commands.ts';
import { EvidenceCodec } from '../../serialization/evidence-codec.ts';

/** What the aggregate adds; here it only makes the form whole. */
const stamp = { attempt: 0, at: '2026-01-01T00:00:00.000Z', late: false };

/**
 * The answer of a provider, or its outage where the answer has not the form of the port: it would be stored, and not
 * open any more, as if the database were at fault.
 */
export const keptAnswer = <Item extends NewEvidence>(
  service: ExternalService,
  item: Item,
): Either<Unavailable, Item> =>
  E.isRight(EvidenceCodec.decode({ ...item, ...stamp }))
    ? E.right(item)
    : E.left(unavailable(service, 'the answer has not the form of the port', 'invalid_response'));
