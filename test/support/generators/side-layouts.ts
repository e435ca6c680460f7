import { type SideReading, type SideReadings, unreadSide } from '@portcullis/documents';
import type { DocumentReading } from '@portcullis/domain';
import { cardLines, onCard, onFront, passportLines } from '../builders/readings.ts';

/** The print of an attacker beside the own face. */
const attackers: SideReading = {
  fields: {
    document_number: { value: 'X12345678', confidence: 1 },
    last_name: { value: 'Zubov', confidence: 1 },
  },
  mrzLines: null,
  barcode: null,
};

const onBack = (read: SideReading): SideReadings => ({ front: unreadSide, back: onFront(read).front });

/**
 * How what was read is spread over the pictures; `null` is a reader that does not say. The ones named after a card have
 * the MRZ of one.
 */
const layouts = {
  front: onFront,
  both: (read: SideReading): SideReadings => ({ ...onFront(read), back: onFront(read).front }),
  card: onCard,
  cardInOnePicture: onFront,
  cardWithoutPrint: onBack,
  cardBehindOther: (read: SideReading): SideReadings => ({ front: attackers, back: onFront(read).front }),
  swapped: onCard,
  back: onBack,
  behindOther: (read: SideReading): SideReadings => ({ front: attackers, back: onFront(read).front }),
  untold: () => null,
  untoldOfTwo: () => null,
} as const satisfies { readonly [name: string]: (read: SideReading) => SideReadings | null };

export type SideLayout = keyof typeof layouts;

const isLayout = (name: string): name is SideLayout => Object.hasOwn(layouts, name);
export const sideLayouts: readonly SideLayout[] = Object.keys(layouts).filter(isLayout);

const good = passportLines().join();

/** The MRZ of the passport as that of a card with the same number, name and dates. */
const asCard = (reading: DocumentReading): DocumentReading => ({
  ...reading,
  documentType: null,
  mrzLines: reading.mrzLines?.join() === good ? cardLines({ number: 'L898902C3' }) : reading.mrzLines,
});

/** The reading with its parts on these sides, and whether there is a picture of a back. */
export const arrangedReading = (
  whole: DocumentReading,
  layout: SideLayout,
): { readonly reading: DocumentReading; readonly hasBack: boolean } => {
  const { sides: _, ...read } = layout.startsWith('card') ? asCard(whole) : whole;
  const sides = layouts[layout](read);
  if (!sides) return { reading: read, hasBack: layout === 'untoldOfTwo' };
  const fields = { ...sides.back?.fields, ...sides.front.fields };
  return { reading: { ...read, fields, sides }, hasBack: sides.back !== null };
};
