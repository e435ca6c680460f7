import { t } from '@portcullis/domain/kernel';
import { type Checkpoint, signedText } from '@portcullis/events/ports';
import { Count, nullable, Timestamp } from './shared-codecs.ts';

export const CheckpointBody = t.type(
  {
    object: t.literal('checkpoint'),
    log_id: t.string,
    size: Count,
    hash: t.string,
    time: Timestamp,
    signed_text: t.string,
    signature: nullable(t.type({ algorithm: t.literal('Ed25519'), public_key: t.string, value: t.string })),
  },
  'Checkpoint',
);

/** A head of the log as it is answered and kept elsewhere. */
export const checkpointBody = (head: Checkpoint): t.TypeOf<typeof CheckpointBody> => ({
  object: 'checkpoint',
  log_id: head.logId,
  size: head.size,
  hash: head.hash,
  time: head.time,
  signed_text: signedText(head),
  signature: head.signature && {
    algorithm: 'Ed25519',
    public_key: head.signature.publicKey,
    value: head.signature.value,
  },
});

/** The head in a body. Its signed text is made of its fields, so that nothing else can be signed than what is shown. */
export const checkpointOfBody = (body: t.TypeOf<typeof CheckpointBody>): Checkpoint => ({
  logId: body.log_id,
  size: body.size,
  hash: body.hash,
  time: body.time,
  signature: body.signature && { publicKey: body.signature.public_key, value: body.signature.value },
});
