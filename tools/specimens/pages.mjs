// The printed content of a page. All lengths are in millimetres, as in ICAO Doc 9303.

export const td3Size = { width: 125, height: 88 };
export const td1Size = { width: 85.6, height: 53.98 };

const label = (x, y, text) =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="1.7" fill="#4a5a78">${text}</text>`;
const value = (x, y, text, size = 3) =>
  `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-weight="bold" font-size="${size}" fill="#1c1c22">${text}</text>`;
const field = (x, y, name, text) => label(x, y, name) + value(x, y + 3.6, text);

/**
 * OCR-B size I has ten characters and four lines per inch. Each character is one element, so that the pitch is exact.
 */
export const mrzText = (lines, left, firstBaseline) =>
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

export const looks = {
  anna: {
    hair: '#8a6a3b',
    skin: '#ecc9ab',
    shade: '#d3a684',
    eyes: '#3d6b8c',
    shirt: '#37506e',
    long: true,
  },
  peter: {
    hair: '#3d2f26',
    skin: '#d9ab86',
    shade: '#bb8a64',
    eyes: '#4a3a22',
    shirt: '#4d4f55',
    long: false,
  },
  silvia: {
    hair: '#241c1a',
    skin: '#c98f67',
    shade: '#a8734d',
    eyes: '#2a1d14',
    shirt: '#7a3040',
    long: true,
  },
  elin: {
    hair: '#c9a561',
    skin: '#f1d3ba',
    shade: '#dbb192',
    eyes: '#4d7f6a',
    shirt: '#a8524a',
    long: true,
  },
};

const printedDate = (isoDate) => isoDate.split('-').reverse().join('.');

export const passport = (p, look, lines) => `
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

export const cardFront = (p, look) => `
  <rect width="85.6" height="53.98" rx="3.2" fill="#e6eef2"/>${guilloche(td1Size, '#b5c9b9')}
  <text x="5" y="7.5" font-family="DejaVu Serif" font-weight="bold" font-size="4" fill="#1f4a3a">UTOPIA</text>
  <text x="30" y="7.5" font-family="DejaVu Sans" font-size="2.4" fill="#1f4a3a">IDENTITY CARD / CARTE D'IDENTITÉ</text>
  ${portrait(5, 12, 25, look)}
  ${field(34, 14, 'Surname / Nom', p.last_name)}${field(34, 21, 'Given names / Prénoms', p.first_name)}
  ${field(34, 28, 'Document No.', p.document_number)}${field(62, 28, 'Sex / Sexe', p.sex)}
  ${field(34, 35, 'Nationality', 'UTO')}${field(56, 35, 'Date of birth', printedDate(p.date_of_birth))}
  ${field(34, 42, 'Date of expiry', printedDate(p.date_of_expiry))}`;

export const cardBack = (lines) => `
  <rect width="85.6" height="53.98" rx="3.2" fill="#e6eef2"/>${guilloche(td1Size, '#b5c9b9')}
  ${field(5, 8, 'Authority / Autorité', 'CITY OF ZENITH')}${field(45, 8, 'Height', '168 cm')}
  ${field(5, 16, 'Address / Adresse', '12 HARBOUR STREET, ZENITH')}
  <rect x="62" y="15" width="17" height="12" rx="1.5" fill="#cdb56a"/>
  <rect x="0" y="30.78" width="85.6" height="23.2" fill="#f3f5f2"/>${mrzText(lines, 4.7, 37.4)}`;

export const landscape = `
  <rect width="125" height="88" fill="#9fc6e8"/><circle cx="98" cy="18" r="9" fill="#f6e3a0"/>
  <path d="M0 60 L22 32 L40 52 L64 22 L92 56 L125 34 V88 H0 Z" fill="#6f8597"/>
  <path d="M0 66 Q32 54 64 66 T125 62 V88 H0 Z" fill="#6f9a58"/><path d="M0 76 Q40 68 80 78 T125 74 V88 H0 Z" fill="#567f45"/>
  ${[12, 30, 71, 104].map((x) => `<path d="M${x} 78 l5 -14 l5 14 z" fill="#35582f"/>`).join('')}`;
