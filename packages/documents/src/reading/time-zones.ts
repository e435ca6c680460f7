import { type Day, dayOf } from '../terms/days.ts';

/**
 * The offsets from UTC, in whole hours, between which the time zones of each State lie, with its territories and with
 * summer time (IANA time zone database, 2025; a test compares the two). The documents of Utopia are specimens and are
 * judged by UTC.
 */
const offsets = `
-11 -11 ASM NIU
-11 12 USA
-11 14 NZL
-10 -10 COK
-10 -9 PYF
-10 12 FRA
-8 -2 CAN
-8 -5 MEX
-8 -8 PCN
-8 6 GBR
-6 -3 CHL
-6 -5 ECU
-6 -6 BLZ CRI GTM HND NIC SLV
-5 -2 BRA
-5 -4 BHS CUB HTI TCA
-5 -5 COL CYM JAM PAN PER
-4 -3 BMU
-4 -4 ABW AIA ATG BES BLM BOL BRB CUW DMA DOM GLP GRD GUY KNA LCA MAF MSR MTQ PRI SXM TTO VCT VEN VGB VIR
-4 0 GRL
-4 2 DNK NLD
-3 -2 SPM
-3 -3 ARG FLK GUF PRY SUR URY
-2 -2 SGS
-1 -1 CPV
-1 1 PRT
0 0 BFA CIV GHA GIN GMB GNB ISL LBR MLI MRT SEN SHN SLE STP TGO UTO
0 1 ESH FRO GGY IMN IRL JEY MAR
0 2 ESP
1 1 AGO BEN CAF CMR COG DZA GAB GNQ NER NGA TCD TUN
1 2 ALB AND AUT BEL BIH CHE COD CZE DEU GIB HRV HUN ITA LIE LUX MCO MKD MLT MNE NOR POL RKS SMR SRB SVK SVN SWE VAT
2 12 RUS
2 2 BDI BWA LBY LSO MOZ MWI NAM RWA SDN SSD SWZ ZAF ZMB ZWE
2 3 ALA BGR CYP EGY EST FIN GRC ISR LBN LTU LVA MDA PSE ROU UKR
3 3 BHR BLR COM DJI ERI ETH IRQ JOR KEN KWT MDG MYT QAT SAU SOM SYR TUR TZA UGA YEM
3 4 IRN
4 4 ARE ARM AZE GEO MUS OMN REU SYC
4 5 AFG
5 5 KAZ MDV PAK TJK TKM UZB
5 6 IND LKA NPL
6 12 AUS
6 6 BGD BTN KGZ
6 7 CCK MMR
6 8 CHN
7 7 CXR KHM LAO THA VNM
7 8 MNG
7 9 IDN
8 8 BRN HKG MAC MYS PHL SGP TWN
9 9 JPN KOR PLW PRK TLS
10 10 GUM MNP
10 11 FSM PNG
11 11 NCL SLB VUT
11 12 NFK
12 12 FJI MHL NRU TUV WLF
12 14 KIR
13 13 TKL TON WSM
`;

/** The offsets of the first and the last place on Earth, for codes that are not of one State. */
const anywhere = { earliest: -12, latest: 14 } as const;

/** Offsets from UTC in whole hours: of the place where a day begins last, and of the one where it begins first. */
type Offsets = { readonly earliest: number; readonly latest: number };

const byState: ReadonlyMap<string, Offsets> = new Map(
  offsets
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [earliest = '', latest = '', ...states] = line.split(' ');
      return states.map((state) => [state, { earliest: Number(earliest), latest: Number(latest) }] as const);
    }),
);

/** The offsets between which the time zones of a State lie; `state` is a code of ISO 3166-1 alpha-3. */
export const offsetsOf = (state: string): Offsets => byState.get(state) ?? anywhere;

/** The days that it is in a State at one time, in its first and in its last time zone. They are mostly the same. */
export type StateDays = { readonly earliest: Day; readonly latest: Day };

const dayAt = (now: string, hours: number): Day => dayOf(new Date(Date.parse(now) + hours * 3_600_000).toISOString());

/** The days that it is in a State at `now` (ISO 8601). */
export const daysIn = (state: string, now: string): StateDays => {
  const { earliest, latest } = offsetsOf(state);
  return { earliest: dayAt(now, earliest), latest: dayAt(now, latest) };
};
