// The specimens: the person on each page, and how the page is photographed.
import { spoilNumberCheck, td1Lines, td3Lines } from './mrz.mjs';
import { cardBack, cardFront, landscape, looks, passport, td1Size, td3Size } from './pages.mjs';
import { anna, annaOfCard, annaOfIcao, elin, ines, lars, peter, silvia } from './persons.mjs';

const td3Shot = {
  photo: { width: 1600, height: 1200 },
  size: td3Size,
  fill: 0.93,
  degrees: 0.6,
  tilt: 0.008,
  noise: 3,
  blur: 0.7,
  quality: 82,
};
const td1Shot = { ...td3Shot, photo: { width: 1400, height: 960 }, size: td1Size, fill: 0.9 };

const td3 = (name, p, look, shot, note, spoil = (lines) => lines) => {
  const lines = spoil(td3Lines(p));
  return {
    name,
    format: 'TD3',
    lines,
    person: p,
    note,
    ...td3Shot,
    ...shot,
    page: passport(p, look, lines),
  };
};

export const specimens = [
  td3('td3-valid', anna, looks.anna, { seed: 1 }, 'valid passport'),
  td3(
    'td3-expired',
    annaOfIcao,
    looks.anna,
    { seed: 2, degrees: -0.9 },
    'the specimen of ICAO Doc 9303 part 4, expired 2012-04-15',
  ),
  td3(
    'td3-wrong-check-digit',
    peter,
    looks.peter,
    { seed: 3, degrees: 0.3 },
    'the check digit of the document number is printed wrong',
    spoilNumberCheck,
  ),
  td3('td3-blurred', silvia, looks.silvia, { seed: 4, blur: 9 }, 'out of focus: nothing on it can be read'),
  td3(
    'td3-minor',
    elin,
    looks.elin,
    { seed: 5, degrees: 1.2, tilt: -0.012 },
    'valid passport of a person born in 2013',
  ),
  td3(
    'td3-rotated',
    lars,
    looks.peter,
    { seed: 6, degrees: 6.5, fill: 0.86, tilt: 0.02 },
    'turned by 6.5 degrees, with some perspective',
  ),
  td3(
    'td3-noisy',
    ines,
    looks.silvia,
    { seed: 7, noise: 20, quality: 38, blur: 1.1 },
    'strong noise and JPEG quality 38',
  ),
  {
    name: 'td1-valid-front',
    format: 'TD1',
    lines: [],
    person: annaOfCard,
    note: 'front of an identity card: its machine-readable zone is on the back',
    ...td1Shot,
    seed: 8,
    page: cardFront(annaOfCard, looks.anna),
  },
  {
    name: 'td1-valid-back',
    format: 'TD1',
    lines: td1Lines(annaOfCard),
    person: annaOfCard,
    note: 'back of the same identity card',
    ...td1Shot,
    seed: 9,
    degrees: -0.8,
    page: cardBack(td1Lines(annaOfCard)),
  },
  {
    name: 'not-a-document',
    format: null,
    lines: [],
    person: null,
    note: 'a landscape: no document and no text',
    ...td3Shot,
    seed: 10,
    page: landscape,
  },
];
