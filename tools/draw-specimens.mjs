// Draws the specimen photos of `test/fixtures/specimens`, and `specimens.json` with what is printed on each.
// The drawings are committed: run this only to change them. It needs the fonts "OCR B" (Debian: fonts-ocr-b) and
// "DejaVu Sans" (Debian: fonts-dejavu-core). Same fonts and same sharp, same bytes: all noise is seeded.
// The state is Utopia (UTO) of ICAO Doc 9303, and every person is fictional.
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

const outDir = new URL('../test/fixtures/specimens/', import.meta.url);

// --- The machine-readable zone, ICAO Doc 9303 parts 3, 4 and 5 ---

const charValueOf = (char) => (char === '<' ? 0 : /\d/.test(char) ? Number(char) : char.charCodeAt(0) - 55);
const checkDigit = (text) =>
  String([...text].reduce((sum, char, i) => sum + charValueOf(char) * [7, 3, 1][i % 3], 0) % 10);
const checked = (text) => text + checkDigit(text);
const mrzDate = (isoDate) => isoDate.replaceAll('-', '').slice(2);
const mrzName = (person) => `${person.last_name}<<${person.first_name}`.replace(/[ -]/g, '<');

const td3Lines = (person) => {
  const number = checked(person.document_number.padEnd(9, '<'));
  const birth = checked(mrzDate(person.date_of_birth));
  const expiry = checked(mrzDate(person.date_of_expiry));
  const personal = checked((person.personal_number ?? '').padEnd(14, '<'));
  const all = checkDigit(number + birth + expiry + personal);
  return [
    `P<UTO${mrzName(person)}`.padEnd(44, '<'),
    `${number}${person.nationality}${birth}${person.sex}${expiry}${personal}${all}`,
  ];
};

const td1Lines = (person) => {
  const first = `I<UTO${checked(person.document_number.padEnd(9, '<'))}`.padEnd(30, '<');
  const birth = checked(mrzDate(person.date_of_birth));
  const expiry = checked(mrzDate(person.date_of_expiry));
  const all = checkDigit(first.slice(5) + birth + expiry + '<'.repeat(11));
  return [
    first,
    `${birth}${person.sex}${expiry}${person.nationality}`.padEnd(29, '<') + all,
    mrzName(person).padEnd(30, '<'),
  ];
};

/** What a forger, or a tired printer, would do: another digit where the check digit of the number belongs. */
const spoilNumberCheck = ([first, second]) => [
  first,
  `${second.slice(0, 9)}${(Number(second[9]) + 4) % 10}${second.slice(10)}`,
];

// --- The persons ---

const person = (last_name, first_name, document_number, date_of_birth, sex, date_of_expiry, personal_number) => ({
  document_number,
  issuing_country: 'UTO',
  nationality: 'UTO',
  last_name,
  first_name,
  date_of_birth,
  sex,
  date_of_expiry,
  personal_number,
});

const anna = person('ERIKSSON', 'ANNA MARIA', 'L8988901C', '1974-08-12', 'F', '2034-04-15', 'ZE184226B');
const annaOfIcao = person('ERIKSSON', 'ANNA MARIA', 'L898902C3', '1974-08-12', 'F', '2012-04-15', 'ZE184226B');
const annaOfCard = person('ERIKSSON', 'ANNA MARIA', 'D23145890', '1974-08-12', 'F', '2035-06-30');
const peter = person('STEVENSON', 'PETER JOHN', 'D23140585', '1981-01-29', 'M', '2035-02-11');
const silvia = person('MARTIN', 'SILVIA', 'R7204163K', '1990-11-05', 'F', '2036-03-21');
const elin = person('ERIKSSON', 'ELIN SOFIA', 'M4406812B', '2013-06-03', 'F', '2034-09-17');
const lars = person('VAN DER MULLEN', 'LARS', 'T61093528', '1968-12-24', 'M', '2034-07-08', '6812240417');
const ines = person('OBRIEN-SOUZA', 'INES', 'B80615Z2S', '1995-02-28', 'F', '2035-10-02');

// --- Drawing: all lengths of a page are millimetres, as in ICAO Doc 9303 ---

const td3Size = { width: 125, height: 88 };
const td1Size = { width: 85.6, height: 53.98 };

const label = (x, y, text) =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="1.7" fill="#4a5a78">${text}</text>`;
const value = (x, y, text, size = 3) =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-weight="bold" font-size="${size}" fill="#1c1c22">${text}</text>`;
const field = (x, y, name, text) => label(x, y, name) + value(x, y + 3.6, text);

/** OCR-B size I: ten characters an inch, four lines an inch. One element a character, so that the pitch is exact. */
const mrzText = (lines, left, firstBaseline) =>
  lines
    .flatMap((line, row) =>
      [...line].map((char, column) => {
        const at = `x="${(left + column * 2.54).toFixed(2)}" y="${(firstBaseline + row * 6.35).toFixed(2)}"`;
        return `<text ${at} font-family="OCR B" font-size="3.53" fill="#17171b">${char === '<' ? '&lt;' : char}</text>`;
      }),
    )
    .join('');

/** The wavy lines of security paper. */
const guilloche = ({ width, height }, ink) => {
  const wave = (row) => {
    const points = Array.from({ length: 64 }, (_, i) => {
      const x = (i / 63) * width;
      return `${x.toFixed(2)},${(row * 2.4 + Math.sin(x / 6 + row * 0.7) * 1.9).toFixed(2)}`;
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${ink}" stroke-width="0.14"/>`;
  };
  return Array.from({ length: Math.ceil(height / 2.4) + 2 }, (_, row) => wave(row)).join('');
};

const portrait = (x, y, width, look) => {
  const k = width / 35;
  const at = (dx, dy) => `cx="${x + dx * k}" cy="${y + dy * k}"`;
  const eye = (dx) =>
    `<ellipse ${at(dx, 19)} rx="${1.7 * k}" ry="${0.9 * k}" fill="#fff"/><circle ${at(dx, 19)} r="${0.8 * k}" fill="${look.eyes}"/>
     <path d="M${x + (dx - 2.4) * k} ${y + 16.6 * k} q${2.4 * k} ${-1.6 * k} ${4.8 * k} 0" stroke="${look.hair}" stroke-width="${0.6 * k}" fill="none"/>`;
  return `<svg x="${x}" y="${y}" width="${width}" height="${45 * k}" viewBox="${x} ${y} ${width} ${45 * k}">
    <rect x="${x}" y="${y}" width="${width}" height="${45 * k}" fill="#dfe3e6"/>
    ${look.long ? `<ellipse ${at(17.5, 25)} rx="${12.4 * k}" ry="${18 * k}" fill="${look.hair}"/>` : ''}
    <ellipse ${at(17.5, 47)} rx="${16 * k}" ry="${11 * k}" fill="${look.shirt}"/>
    <rect x="${x + 13.7 * k}" y="${y + 29 * k}" width="${7.6 * k}" height="${9 * k}" fill="${look.shade}"/>
    <ellipse ${at(17.5, 14)} rx="${10.6 * k}" ry="${10.4 * k}" fill="${look.hair}"/>
    <ellipse ${at(17.5, 21)} rx="${8.9 * k}" ry="${11.8 * k}" fill="${look.skin}"/>
    <path d="M${x + 8.8 * k} ${y + 17 * k} q${8.7 * k} ${-14 * k} ${17.4 * k} 0 q${-8.7 * k} ${-7 * k} ${-17.4 * k} 0" fill="${look.hair}"/>
    ${eye(13.7)}${eye(21.3)}
    <path d="M${x + 17.5 * k} ${y + 19.5 * k} l${-1.3 * k} ${5 * k} h${2.2 * k}" stroke="${look.shade}" stroke-width="${0.7 * k}" fill="none"/>
    <path d="M${x + 13.8 * k} ${y + 28 * k} q${3.7 * k} ${2.4 * k} ${7.4 * k} 0" stroke="#a3524e" stroke-width="${0.9 * k}" fill="none"/>
  </svg>`;
};

const looks = {
  anna: { hair: '#8a6a3b', skin: '#ecc9ab', shade: '#d3a684', eyes: '#3d6b8c', shirt: '#37506e', long: true },
  peter: { hair: '#3d2f26', skin: '#d9ab86', shade: '#bb8a64', eyes: '#4a3a22', shirt: '#4d4f55', long: false },
  silvia: { hair: '#241c1a', skin: '#c98f67', shade: '#a8734d', eyes: '#2a1d14', shirt: '#7a3040', long: true },
  elin: { hair: '#c9a561', skin: '#f1d3ba', shade: '#dbb192', eyes: '#4d7f6a', shirt: '#a8524a', long: true },
};

const printedDate = (isoDate) => isoDate.split('-').reverse().join('.');

const passport = (p, look, lines) => `
  <rect width="125" height="88" rx="3" fill="#eef0e6"/>${guilloche(td3Size, '#a9bfcf')}
  <text x="5" y="8" font-family="DejaVu Serif" font-weight="bold" font-size="4.2" fill="#243a63">UTOPIA</text>
  <text x="30" y="8" font-family="DejaVu Sans" font-size="2.6" fill="#243a63">PASSPORT / PASSEPORT / PASAPORTE</text>
  <text x="96" y="40" font-family="DejaVu Sans" font-size="11" fill="#8a9bb0" fill-opacity="0.28" transform="rotate(-28 96 40)" text-anchor="middle">SPECIMEN</text>
  ${portrait(5, 12, 34, look)}
  ${field(44, 14, 'Type', 'P')}${field(62, 14, 'Country code', 'UTO')}${field(88, 14, 'Passport No.', p.document_number)}
  ${field(44, 22, 'Surname / Nom', p.last_name)}${field(44, 30, 'Given names / Prénoms', p.first_name)}
  ${field(44, 38, 'Nationality / Nationalité', 'UTOPIAN')}${field(44, 46, 'Date of birth', printedDate(p.date_of_birth))}
  ${field(80, 46, 'Sex / Sexe', p.sex)}${field(96, 46, 'Place of birth', 'ZENITH')}
  ${field(44, 54, 'Date of expiry', printedDate(p.date_of_expiry))}${field(80, 54, 'Authority', 'PASSPORT OFFICE')}
  <rect x="0" y="64.8" width="125" height="23.2" fill="#f6f6f0"/>${mrzText(lines, 6.6, 73.6)}`;

const cardFront = (p, look) => `
  <rect width="85.6" height="53.98" rx="3.2" fill="#e6eef2"/>${guilloche(td1Size, '#b5c9b9')}
  <text x="5" y="7.5" font-family="DejaVu Serif" font-weight="bold" font-size="4" fill="#1f4a3a">UTOPIA</text>
  <text x="30" y="7.5" font-family="DejaVu Sans" font-size="2.4" fill="#1f4a3a">IDENTITY CARD / CARTE D'IDENTITÉ</text>
  ${portrait(5, 12, 25, look)}
  ${field(34, 14, 'Surname / Nom', p.last_name)}${field(34, 21, 'Given names / Prénoms', p.first_name)}
  ${field(34, 28, 'Document No.', p.document_number)}${field(62, 28, 'Sex / Sexe', p.sex)}
  ${field(34, 35, 'Nationality', 'UTO')}${field(56, 35, 'Date of birth', printedDate(p.date_of_birth))}
  ${field(34, 42, 'Date of expiry', printedDate(p.date_of_expiry))}`;

const cardBack = (lines) => `
  <rect width="85.6" height="53.98" rx="3.2" fill="#e6eef2"/>${guilloche(td1Size, '#b5c9b9')}
  ${field(5, 8, 'Authority / Autorité', 'CITY OF ZENITH')}${field(45, 8, 'Height', '168 cm')}
  ${field(5, 16, 'Address / Adresse', '12 HARBOUR STREET, ZENITH')}
  <rect x="62" y="15" width="17" height="12" rx="1.5" fill="#cdb56a"/>
  <rect x="0" y="30.78" width="85.6" height="23.2" fill="#f3f5f2"/>${mrzText(lines, 4.7, 37.4)}`;

const landscape = `
  <rect width="125" height="88" fill="#9fc6e8"/><circle cx="98" cy="18" r="9" fill="#f6e3a0"/>
  <path d="M0 60 L22 32 L40 52 L64 22 L92 56 L125 34 V88 H0 Z" fill="#6f8597"/>
  <path d="M0 66 Q32 54 64 66 T125 62 V88 H0 Z" fill="#6f9a58"/><path d="M0 76 Q40 68 80 78 T125 74 V88 H0 Z" fill="#567f45"/>
  ${[12, 30, 71, 104].map((x) => `<path d="M${x} 78 l5 -14 l5 14 z" fill="#35582f"/>`).join('')}`;

// --- From a page to the photo of a page ---

/** mulberry32: small, seeded, good enough for noise. */
const randomOf = (seed) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/** The eight numbers that map a corner of the photo to a corner of the page, by Gaussian elimination. */
const homography = (from, to) => {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  for (let column = 0; column < 8; column += 1) {
    const pivot = rows
      .slice(column)
      .reduce((best, row) => (Math.abs(row[column]) > Math.abs(best[column]) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(
      column,
      0,
      pivot.map((cell) => cell / pivot[column]),
    );
    rows.forEach((row, i) => {
      if (i !== column) rows[i] = row.map((cell, j) => cell - row[column] * rows[column][j]);
    });
  }
  return rows.map((row) => row[8]);
};

const raster = async (page, size, pixelsPerMm) => {
  const [width, height] = [Math.round(size.width * pixelsPerMm), Math.round(size.height * pixelsPerMm)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${size.width} ${size.height}">${page}</svg>`;
  return { data: await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), width, height };
};

/** Where the corners of the page land: centred, turned, and a little farther away at the top than at the bottom. */
const cornersOf = (photo, size, { fill, degrees, tilt }) => {
  const turn = (degrees * Math.PI) / 180;
  const half = [(photo.width * fill) / 2, (photo.width * fill * size.height) / size.width / 2];
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([sx, sy]) => {
    const x = sx * half[0] * (1 + sy * tilt);
    const y = sy * half[1];
    return [
      photo.width / 2 + x * Math.cos(turn) - y * Math.sin(turn),
      photo.height / 2 + x * Math.sin(turn) + y * Math.cos(turn),
    ];
  });
};

/** One pixel of the page, bilinear, over the colour of the desk. */
const sample = (page, u, v, desk, out) => {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  out.set(desk);
  if (x < 0 || y < 0 || x + 1 >= page.width || y + 1 >= page.height) return;
  const alpha = page.data[(y * page.width + x) * 4 + 3] / 255;
  for (let c = 0; c < 3; c += 1) {
    const at = (dx, dy) => page.data[((y + dy) * page.width + x + dx) * 4 + c];
    const top = at(0, 0) + (at(1, 0) - at(0, 0)) * (u - x);
    const bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * (u - x);
    out[c] = (top + (bottom - top) * (v - y)) * alpha + desk[c] * (1 - alpha);
  }
};

const photograph = async (specimen) => {
  const { photo, size, page, seed, noise, blur, quality } = specimen;
  const drawn = await raster(page, size, 16);
  const [w, h] = [drawn.width, drawn.height];
  const m = homography(cornersOf(photo, size, specimen), [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ]);
  const pixels = new Uint8ClampedArray(photo.width * photo.height * 3);
  const pixel = new Float32Array(3);
  for (let y = 0; y < photo.height; y += 1) {
    for (let x = 0; x < photo.width; x += 1) {
      const depth = m[6] * x + m[7] * y + 1;
      const grain = 12 * Math.sin(y / 9 + 2 * Math.sin(x / 140)) + 6 * Math.sin(y / 2.3 + x / 90);
      sample(
        drawn,
        (m[0] * x + m[1] * y + m[2]) / depth,
        (m[3] * x + m[4] * y + m[5]) / depth,
        [112 + grain, 84 + grain, 60 + grain],
        pixel,
      );
      const light = 1.04 - 0.16 * Math.hypot(x / photo.width - 0.4, y / photo.height - 0.35);
      for (let c = 0; c < 3; c += 1) pixels[(y * photo.width + x) * 3 + c] = pixel[c] * light;
    }
  }
  const lens = await sharp(pixels, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .blur(blur)
    .raw()
    .toBuffer();
  const random = randomOf(seed);
  const grainy = Uint8ClampedArray.from(lens, (level) => level + (random() + random() + random() - 1.5) * 2 * noise);
  return sharp(grainy, { raw: { width: photo.width, height: photo.height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
};

// --- The specimens ---

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
  return { name, format: 'TD3', lines, person: p, note, ...td3Shot, ...shot, page: passport(p, look, lines) };
};

const specimens = [
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

await mkdir(outDir, { recursive: true });
for (const specimen of specimens) {
  const jpeg = await photograph(specimen);
  await writeFile(new URL(`${specimen.name}.jpg`, outDir), jpeg);
  console.log(`${specimen.name}.jpg ${Math.round(jpeg.length / 1024)} KB`);
}
const list = specimens.map(({ name, format, lines, person: p, note }) => {
  const { personal_number: _, ...fields } = p ?? {};
  return { name, file: `${name}.jpg`, format, lines, fields: p ? fields : null, note };
});
await writeFile(new URL('specimens.json', outDir), `${JSON.stringify(list, null, 2)}\n`);
