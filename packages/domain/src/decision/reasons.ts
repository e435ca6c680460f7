import { type ReasonAction, type ReasonFacts, reasonTable } from './reason-table.ts';
import { english } from './told/english.ts';

export type { ReasonAction } from './reason-table.ts';
export { reasonTable } from './reason-table.ts';

export type ReasonCode = keyof typeof reasonTable;

const facts: Record<ReasonCode, ReasonFacts> = reasonTable;
const sentences: { readonly [Code in ReasonCode]?: string } = english;

/** Whether a word is a reason code. */
export const isReasonCode = (word: string): word is ReasonCode => Object.hasOwn(reasonTable, word);

/** Every code, in the order of the table. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(reasonTable).filter(isReasonCode);

/** What a reason asks for, before any policy changes it. */
export const defaultAction = (code: ReasonCode): ReasonAction => facts[code].action;

/** Whether a retry for this reason is not counted as an attempt. */
export const isFree = (code: ReasonCode): boolean => facts[code].free === true;

/** The plain sentence for the person; `null`: the person never sees this reason. */
export const toldSentence = (code: ReasonCode): string | null => sentences[code] ?? null;

/** The sentence for a member of staff. */
export const staffSentence = (code: ReasonCode): string => facts[code].means;
