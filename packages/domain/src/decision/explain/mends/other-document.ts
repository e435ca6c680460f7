import { addDays, type Day, dayOf } from '../../../evidence/dates.ts';
import { machineRead } from '../../../evidence/document-facts.ts';
import type { DocumentReading, DocumentType, FieldName } from '../../../evidence/document-reading.ts';
import type { Policy } from '../../policy.ts';
import type { Scene } from '../edit.ts';
import { inZone, withRightDigits } from './zone-lines.ts';

/** The zones that we can write: a passport's, and a card's of the size with two lines (ICAO 9303-4 and 9303-6). */
const zones: readonly (readonly [type: DocumentType, code: string, width: number])[] = [
  ['passport', 'P<', 44],
  ['id_card', 'I<', 36],
  ['residence_permit', 'IR', 36],
];

type Holder = { readonly [Name in 'last_name' | 'first_name' | 'document_number' | 'date_of_birth']: string };

const filled = (text: string, width: number): string => text.padEnd(width, '<').slice(0, width);

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toUpperCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Z]+/g, '<')
    .replace(/^<|<$/g, '');

/** A day as a zone writes it. */
const short = (day: Day): string => day.slice(2).replaceAll('-', '');

/** Who the document is of: whom the partner claims, else who was read, else somebody. */
const holderOf = ({ facts, inForce, policy, now }: Scene): Holder => {
  const claimed = inForce.claimed?.item.claimed ?? {};
  const read = (name: FieldName): string | undefined =>
    (facts && machineRead(facts))?.fields[name] ?? facts?.reading.fields[name]?.value;
  const [first, ...others] = claimed.full_name?.trim().split(/\s+/) ?? [];
  const grown = Number(now.slice(0, 4)) - Math.max(policy.minimumAge, 18) - 1;
  return {
    last_name: claimed.last_name ?? (others.join(' ') || first) ?? read('last_name') ?? 'HOLDER',
    first_name: claimed.first_name ?? (others.length > 0 ? first : undefined) ?? read('first_name') ?? 'ANNA',
    document_number: claimed.document_number ?? read('document_number') ?? 'X00000000',
    date_of_birth: claimed.date_of_birth ?? read('date_of_birth') ?? `${grown}-01-01`,
  };
};

const linesOf = (
  holder: Holder,
  code: string,
  width: number,
  state: string,
  expires: Day,
): readonly string[] | null => {
  const number = filled(holder.document_number.toUpperCase().replace(/[^A-Z0-9]/g, ''), 9);
  const names = `${plain(holder.last_name)}<<${plain(holder.first_name)}`;
  const dates = `${short(holder.date_of_birth)}0<${short(expires)}0`;
  const second = `${number}0${inZone(state)}${dates}`;
  return withRightDigits([
    filled(`${code}${inZone(state)}${names}`, width),
    // The last place is that of the digit over all of it.
    `${filled(second, width - 1)}0`,
  ]);
};

const writable = ({ documents }: Policy) => zones.find(([type]) => documents.types.includes(type));

/** A legible photo of an accepted document, valid for five years; `null` where the policy accepts none that we can write. */
export const otherReading = (scene: Scene, state: string | null): DocumentReading | null => {
  const zone = writable(scene.policy);
  if (!zone || state === null) return null;
  const [type, code, width] = zone;
  const holder = holderOf(scene);
  const lines = linesOf(holder, code, width, state, addDays(dayOf(scene.now), 5 * 365));
  const seen = Object.entries(holder).map(([name, value]) => [name, { value, confidence: 1 }] as const);
  return {
    reader: scene.facts?.reading.reader ?? { name: '', model: '', promptVersion: '', requestId: null },
    documentType: type,
    issuingCountry: state,
    fields: Object.fromEntries(seen),
    mrzLines: lines,
    barcode: null,
    signals: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
};
