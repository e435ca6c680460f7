import { type DocumentFacts, machineRead } from '../../documents/facts.ts';
import { correctedLines, doubtsBetween, isNumberInDoubt, isNumberRepaired } from '../../documents/mrz/number-doubts.ts';
import { numberGrammar } from '../../documents/number-grammars.ts';
import { parseCountry } from '../../documents/text-compare/countries.ts';
import { normalizeNumber } from '../../documents/text-compare/normalize.ts';
import type { CheckFinding } from './finding.ts';

/** Why a document number whose check digits hold may be another one. */
type NumberDoubt = 'other_characters' | 'repaired' | 'form';

const doubtsOf = ({ mrz, reading, barcode }: DocumentFacts): readonly NumberDoubt[] => {
  const number = normalizeNumber(mrz?.fields.document_number ?? '');
  if (!mrz || number === '') return [];
  const elsewhere = [reading.fields.document_number?.value, barcode?.fields.document_number];
  const isConfirmed = elsewhere.some((one) => one !== undefined && normalizeNumber(one) === number);
  const lines = correctedLines(mrz);
  const seen = [...(reading.mrzDoubts ?? []), ...doubtsBetween(lines, reading.otherZone?.mrzLines ?? [])];
  const grammar = numberGrammar(parseCountry(mrz.fields.issuing_country ?? '') ?? '', mrz.documentCode);
  return [
    ...(!isConfirmed && isNumberInDoubt(lines, seen) ? (['other_characters'] as const) : []),
    ...(!isConfirmed && isNumberRepaired(mrz) ? (['repaired'] as const) : []),
    ...(grammar && !grammar.pattern.test(number) ? (['form'] as const) : []),
  ];
};

/**
 * The doubts about a document number whose check digits hold. What was read in two ways, or was
 * repaired, is no doubt where print or barcode has the same number. The form that a State publishes is one in any case:
 * whoever makes up a number prints it too.
 */
export const numberFindings = (facts: DocumentFacts): readonly CheckFinding[] =>
  machineRead(facts)?.source !== 'mrz'
    ? []
    : doubtsOf(facts).map((value) => ({
        detail: { kind: 'value', name: 'document_number_doubt', value, source: 'mrz' },
        reason: 'document_number_doubtful',
        isProven: false,
      }));
