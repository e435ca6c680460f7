import { closedObject, integer, plainText, schemaCodec, t } from '../../kernel/codec.ts';
import type { Principal } from '../../kernel/principal.ts';
import { NoteText, reasonForm, StepsCodec } from '../../serialization/input-codecs.ts';
import { callerOf } from './caller-codecs.ts';

/** An object of these fields and no others. */
export const form = <R extends t.Props>(required: R) => closedObject(required, {});

export const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

/** The input that asks for one thing of the caller. The search itself decides which ids there can be. */
export const ownInput = (...kinds: readonly Principal['kind'][]) => ({ caller: callerOf(...kinds), id: t.string });

export const own = (...kinds: readonly Principal['kind'][]) => form(ownInput(...kinds));

export const staff = callerOf('staff');

export const anyone = callerOf('machine', 'flow', 'staff');

export const administration = callerOf('machine', 'staff');

export const Id = plainText(1, 100);

export const Version = nullable(integer(1, 1_000_000_000));

/** The fields that every request may carry, which the program itself has made. */
export const request = { operation: t.unknown, snapshot: t.unknown };

/** A number of things, or a place among them. */
export const Count = integer(0, Number.MAX_SAFE_INTEGER);

export const Limit = integer(1, 1000);

export const judgement = {
  reason: nullable(schemaCodec('a reason code', (u): u is string => typeof u === 'string' && reasonForm.test(u), {})),
  note: nullable(NoteText),
  steps: nullable(StepsCodec),
};
