// Written by `node tools/country-names.mjs` from i18n-iso-countries 7.14.0, Copyright (c) 2016 widdix GmbH, MIT
// License: nothing here is changed by hand.

/** ISO 3166-1 alpha-3, alpha-2, and the names of the country in the languages that we speak and in its own. */
export const countryNames = `
ABW AW Aruba|أروبا
AFG AF Afghanistan|Afganistán|Afeganistão|أفغانستان|افغانستان
AGO AO Angola|أنغولا
AIA AI Anguilla|Anguila|أنغويلا
ALA AX Åland Islands|Aland Islands|Åland|Islas Åland|Ilhas Åland|جزر أولاند
ALB AL Albania|Albanien|Albanie|Albânia|ألبانيا|Shqipëri
AND AD Andorra|Andorre|أندورا
ARE AE United Arab Emirates|UAE|Vereinigte Arabische Emirate|Émirats Arabes Unis|Emiratos Árabes Unidos|Emirados Árabes Unidos|الإمارات العربية المتحدة
ARG AR Argentina|Argentinien|Argentine|الأرجنتين
ARM AM Armenia|Armenien|Arménie|Arménia|أرمينيا|Հայաստան
ASM AS American Samoa|Amerikanisch-Samoa|Samoa américaines|Samoa Americana|ساموا الأمريكية
ATA AQ Antarctica|Antarktis|Antarctique|Antártida|القارة القطبية الجنوبية
ATF TF French Southern Territories|Französische Süd- und Antarktisgebiete|Terres australes françaises|Tierras Australes Francesas|Terras Austrais e Antárticas Francesas|أراض فرنسية جنوبية وأنتارتيكية
ATG AG Antigua and Barbuda|Antigua und Barbuda|Antigua-et-Barbuda|Antigua y Barbuda|Antígua e Barbuda|أنتيغوا وباربودا
AUS AU Australia|Australien|Australie|Austrália|أستراليا
AUT AT Austria|Österreich|Autriche|Áustria|النمسا
AZE AZ Azerbaijan|Aserbaidschan|Azerbaïdjan|Azerbaiyán|Azerbaijão|أذربيجان|Azərbaycan
BDI BI Burundi|بوروندي
BEL BE Belgium|Belgien|Belgique|Bélgica|بلجيكا|Koninkrijk België|België
BEN BJ Benin|Bénin|Benim|بنين
BES BQ Bonaire, Sint Eustatius and Saba|Bonaire|Bonaire, Saint-Eustache et Saba|Bonaire, San Eustaquio y Saba|Países Baixos Caribenhos|الجزر الكاريبية الهولندية|Bonaire, Sint Eustatius en Saba
BFA BF Burkina Faso|بوركينا فاسو
BGD BD Bangladesh|Bangladesch|بنغلاديش|বাংলাদেশ
BGR BG Bulgaria|Bulgarien|Bulgarie|Bulgária|بلغاريا|България
BHR BH Bahrain|Bahreïn|Bahrein|البحرين
BHS BS Bahamas|باهاماس
BIH BA Bosnia and Herzegovina|Bosnien und Herzegowina|Bosnie-Herzégovine|Bosnia y Herzegovina|Bósnia-Herzegovina|البوسنة والهرسك|Bosna i Hercegovina|Босна и Херцеговина
BLM BL Saint Barthélemy|Saint-Barthélemy|São Bartolomeu|سان بارتيلمي
BLR BY Belarus|Biélorussie|Bielorrusia|Bielorrússia|روسيا البيضاء|Беларусь
BLZ BZ Belize|Belice|بليز
BMU BM Bermuda|Bermudes|Bermudas|برمودا
BOL BO Bolivia|Bolivien|Bolivie|Bolívia|بوليفيا
BRA BR Brazil|Brasilien|Brésil|Brasil|البرازيل
BRB BB Barbados|Barbade|باربادوس
BRN BN Brunei Darussalam|Brunei|بروناي
BTN BT Bhutan|Bhoutan|Bután|Butão|بوتان
BVT BV Bouvet Island|Bouvetinsel|Île Bouvet|Isla Bouvet|Ilha Bouvet|جزيرة بوفيه
BWA BW Botswana|Botsuana|بوتسوانا
CAF CF Central African Republic|Zentralafrikanische Republik|République Centrafricaine|República Centroafricana|República Centro-Africana|جمهورية أفريقيا الوسطى
CAN CA Canada|Kanada|Canadá|كندا
CCK CC Cocos (Keeling) Islands|Kokosinseln|Îles Cocos|Islas Cocos (Keeling)|Ilhas Cocos (Keeling)|جزر كوكوس
CHE CH Switzerland|Schweiz|Suisse|Suiza|Suíça|سويسرا|Svizzera
CHL CL Chile|Chili|تشيلي
CHN CN People's Republic of China|China|Chine|الصين|中国
CIV CI Cote d'Ivoire|Côte d'Ivoire|Ivory Coast|Elfenbeinküste|Côte-d'Ivoire|Costa de Marfil|Costa do Marfim|ساحل العاج
CMR CM Cameroon|Kamerun|Cameroun|Camerún|Camarões|الكاميرون
COD CD Democratic Republic of the Congo|Congo|Kongo|République démocratique du Congo|Congo (República Democrática del)|República Popular do Congo|جمهورية الكونغو الديمقراطية
COG CG Republic of the Congo|Congo|Republik Kongo|République du Congo|República Democrática do Congo|جمهورية الكونغو
COK CK Cook Islands|Cookinseln|Îles Cook|Islas Cook|Ilhas Cook|جزر كوك
COL CO Colombia|Kolumbien|Colombie|Colômbia|كولومبيا
COM KM Comoros|Komoren|Comores|Comoras|جزر القمر
CPV CV Cape Verde|Kap Verde|Cap-Vert|Cabo Verde|الرأس الأخضر
CRI CR Costa Rica|كوستاريكا
CUB CU Cuba|Kuba|كوبا
CUW CW Curaçao|كوراساو
CXR CX Christmas Island|Weihnachtsinsel|Île Christmas|Isla de Navidad|Ilha de Natal|جزيرة عيد الميلاد
CYM KY Cayman Islands|Kaimaninseln|Îles Caïmans|Islas Caimán|Ilhas Caimão|جزر كايمان
CYP CY Cyprus|Zypern|Chypre|Chipre|قبرص|Κύπρος|Güney Kıbrıs Rum Kesimi
CZE CZ Czech Republic|Czechia|Tschechische Republik|Tschechien|République Tchèque|República Checa|Chéquia|جمهورية التشيك|Česká republika
DEU DE Germany|Deutschland|Allemagne|Alemania|Alemanha|ألمانيا
DJI DJ Djibouti|Dschibuti|Yibuti|جيبوتي
DMA DM Dominica|Dominique|دومينيكا
DNK DK Denmark|Dänemark|Danemark|Dinamarca|الدنمارك|Danmark
DOM DO Dominican Republic|Dominikanische Republik|République Dominicaine|República Dominicana|جمهورية الدومينيكان
DZA DZ Algeria|Algerien|Algérie|Argelia|Argélia|الجزائر
ECU EC Ecuador|Équateur|Equador|الإكوادور
EGY EG Egypt|Ägypten|Égypte|Egipto|Egito|مصر
ERI ER Eritrea|Érythrée|Eritreia|إريتريا
ESH EH Western Sahara|Westsahara|Sahara Occidental|Saara Ocidental|الصحراء الغربية
ESP ES Spain|Spanien|Espagne|España|Espanha|إسبانيا|Espanya|Espainia
EST EE Estonia|Estland|Estonie|Estónia|إستونيا|Eesti
ETH ET Ethiopia|Äthiopien|Éthiopie|Etiopía|Etiópia|إثيوبيا|ኢትዮጵያ
FIN FI Finland|Finnland|Finlande|Finlandia|Finlândia|فنلندا|Suomi
FJI FJ Fiji|Fidschi|Fidji|فيجي
FLK FK Falkland Islands (Malvinas)|Falklandinseln|Îles Malouines|Islas Malvinas|Ilhas Malvinas|جزر فوكلاند
FRA FR France|Frankreich|Francia|França|فرنسا
FRO FO Faroe Islands|Färöer|Îles Féroé|Islas Feroe|Ilhas Faroé|جزر فارو|Færøerne
FSM FM Micronesia, Federated States of|Mikronesien|Micronésie|Micronesia|Micronésia|ولايات ميكرونيسيا المتحدة
GAB GA Gabon|Gabun|Gabón|Gabão|الغابون
GBR GB United Kingdom|UK|Great Britain|Vereinigtes Königreich|Großbritannien|Royaume-Uni|Reino Unido|المملكة المتحدة|Y Deyrnas Unedig|DU|Prydain Fawr
GEO GE Georgia|Georgien|Géorgie|Geórgia|جورجيا|საქართველო
GGY GG Guernsey|Guernesey|غيرنزي
GHA GH Ghana|Gana|غانا
GIB GI Gibraltar|جبل طارق
GIN GN Guinea|Guinée|Guiné|غينيا
GLP GP Guadeloupe|Guadalupe|غوادلوب
GMB GM Republic of The Gambia|The Gambia|Gambia|Gambie|Gâmbia|غامبيا
GNB GW Guinea-Bissau|Guinée-Bissau|Guinea Bissau|Guiné-Bissau|غينيا بيساو
GNQ GQ Equatorial Guinea|Äquatorialguinea|Guinée équatoriale|Guinea Ecuatorial|Guiné Equatorial|غينيا الاستوائية
GRC GR Greece|Griechenland|Grèce|Grecia|Grécia|اليونان|Ελλάδα
GRD GD Grenada|Grenade|Granada|غرينادا
GRL GL Greenland|Grönland|Groenland|Groenlandia|Gronelândia|جرينلاند|Grønland
GTM GT Guatemala|غواتيمالا
GUF GF French Guiana|Französisch-Guayana|Guyane française|Guayana Francesa|Guiana Francesa|غويانا الفرنسية
GUM GU Guam|غوام
GUY GY Guyana|Guiana|غيانا
HKG HK Hong Kong|Hongkong|هونغ كونغ|香港
HMD HM Heard Island and McDonald Islands|Heard und McDonaldinseln|Îles Heard-et-MacDonald|Heard e Islas McDonald|Ilha Heard e Ilhas McDonald|جزيرة هيرد وجزر ماكدونالد
HND HN Honduras|هندوراس
HRV HR Croatia|Kroatien|Croatie|Croacia|Croácia|كرواتيا|Hrvatska
HTI HT Haiti|Haïti|Haití|هايتي
HUN HU Hungary|Ungarn|Hongrie|Hungría|Hungria|المجر|Magyarország
IDN ID Indonesia|Indonesien|Indonésie|Indonésia|إندونيسيا
IMN IM Isle of Man|Insel Man|Île de Man|Isla de Man|Ilha de Man|جزيرة مان
IND IN India|Indien|Inde|Índia|الهند|ভারত|भारत
IOT IO British Indian Ocean Territory|Britisches Territorium im Indischen Ozean|Océan Indien Britannique|Territorio Británico del Océano Índico|Território Britânico do Oceano Índico|إقليم المحيط الهندي البريطاني
IRL IE Ireland|Irland|Irlande|Irlanda|أيرلندا|Éire
IRN IR Islamic Republic of Iran|Iran|Irán|República Islámica de Irán|Irão|إيران|ایران
IRQ IQ Iraq|Irak|Iraque|العراق
ISL IS Iceland|Island|Islande|Islandia|Islândia|آيسلندا|Ísland
ISR IL Israel|Israël|إسرائيل|ישראל
ITA IT Italy|Italien|Italie|Italia|Itália|إيطاليا
JAM JM Jamaica|Jamaika|Jamaïque|جامايكا
JEY JE Jersey|جيرزي
JOR JO Jordan|Jordanien|Jordanie|Jordania|Jordânia|الأردن
JPN JP Japan|Japon|Japón|Japão|اليابان|日本
KAZ KZ Kazakhstan|Kasachstan|Kazajistán|Cazaquistão|كازاخستان|Қазақстан|Казахстан
KEN KE Kenya|Kenia|Quénia|كينيا
KGZ KG Kyrgyzstan|Kirgisistan|Kirghizistan|Kirguistán|Quirguistão|قيرغيزستان|Кыргызстан|Киргизия
KHM KH Cambodia|Kambodscha|Cambodge|Camboya|Camboja|كمبوديا|កម្ពុជា
KIR KI Kiribati|Quiribati|كيريباتي
KNA KN Saint Kitts and Nevis|St. Kitts und Nevis|Saint-Christophe-et-Niévès|Saint Kitts y Nevis|São Cristóvão e Neves|سانت كيتس ونيفيس
KOR KR South Korea|Korea, Republic of|Republic of Korea|Südkorea|Corée du Sud|República de Corea|Coreia do Sul|كوريا الجنوبية|대한민국
KWT KW Kuwait|Koweït|Koweit|الكويت
LAO LA Lao People's Democratic Republic|Laos|República Democrática Popular de Lao|لاوس
LBN LB Lebanon|Libanon|Liban|Líbano|لبنان
LBR LR Liberia|Libéria|ليبيريا
LBY LY Libya|Libyen|Libye|Libia|Líbia|ليبيا
LCA LC Saint Lucia|St. Lucia|Sainte-Lucie|Santa Lucía|Santa Lúcia|سانت لوسيا
LIE LI Liechtenstein|ليختنشتاين
LKA LK Sri Lanka|سريلانكا|இலங்கை
LSO LS Lesotho|Lesoto|ليسوتو
LTU LT Lithuania|Litauen|Lituanie|Lituania|Lituânia|ليتوانيا|Lietuva
LUX LU Luxembourg|Luxemburg|Luxemburgo|لوكسمبورغ
LVA LV Latvia|Lettland|Lettonie|Letonia|Letónia|لاتفيا|Latvija
MAC MO Macao|Macau|ماكاو|澳门
MAF MF Saint Martin (French part)|Saint-Martin|Saint-Martin (partie française)|Saint Martin (francesa)|São Martinho|سانت مارتن (الجزء الفرنسي)
MAR MA Morocco|Marokko|Maroc|Marruecos|Marrocos|المغرب
MCO MC Monaco|Mónaco|موناكو
MDA MD Moldova, Republic of|Moldawien|Moldavie|Moldavia|Moldávia|مولدوفا|Republica Moldova
MDG MG Madagascar|Madagaskar|Madagáscar|مدغشقر
MDV MV Maldives|Malediven|Maldivas|جزر المالديف|މާލީ
MEX MX Mexico|Mexiko|Mexique|México|المكسيك
MHL MH Marshall Islands|Marshallinseln|Îles Marshall|Islas Marshall|Ilhas Marshall|جزر مارشال
MKD MK The Republic of North Macedonia|North Macedonia|Nordmazedonien|Macédoine du Nord|Macedonia del Norte|Macedónia do Norte|مقدونيا الشمالية|Северна Македонија
MLI ML Mali|Malí|مالي
MLT MT Malta|Malte|مالطا
MMR MM Myanmar|Mianmar (Birmânia)|بورما
MNE ME Montenegro|Monténégro|الجبل الأسود|Црна Гора
MNG MN Mongolia|Mongolei|Mongolie|Mongólia|منغوليا|Монгол
MNP MP Northern Mariana Islands|Nördliche Marianen|Îles Mariannes du Nord|Islas Marianas del Norte|Ilhas Marianas do Norte|جزر ماريانا الشمالية
MOZ MZ Mozambique|Mosambik|Moçambique|موزمبيق
MRT MR Mauritania|Mauretanien|Mauritanie|Mauritânia|موريتانيا
MSR MS Montserrat|Monserrate|مونتسرات
MTQ MQ Martinique|Martinica|مارتينيك
MUS MU Mauritius|Maurice|Mauricio|Maurícia|موريشيوس
MWI MW Malawi|Malaui|Maláui|مالاوي
MYS MY Malaysia|Malaisie|Malasia|Malásia|ماليزيا
MYT YT Mayotte|مايوت
NAM NA Namibia|Namibie|Namíbia|ناميبيا|Namibië
NCL NC New Caledonia|Neukaledonien|Nouvelle-Calédonie|Nueva Caledonia|Nova Caledónia|كاليدونيا الجديدة
NER NE Niger|Níger|النيجر|Nijar
NFK NF Norfolk Island|Norfolkinsel|Île Norfolk|Isla Norfolk|Ilha Norfolk|جزيرة نورفولك
NGA NG Nigeria|Nigéria|نيجيريا|Najeriya
NIC NI Nicaragua|Nicarágua|نيكاراغوا
NIU NU Niue|Niué|نييوي
NLD NL Netherlands|The Netherlands|Netherlands (Kingdom of the)|Niederlande|Pays-Bas|Países Bajos|Países Baixos|هولندا|Koninkrijk der Nederlanden|Nederland
NOR NO Norway|Norwegen|Norvège|Noruega|النرويج|Norge|Noreg
NPL NP Nepal|Népal|نيبال
NRU NR Nauru|ناورو
NZL NZ New Zealand|Neuseeland|Nouvelle-Zélande|Nueva Zelanda|Nova Zelândia|نيوزيلندا
OMN OM Oman|Omán|Omã|عمان
PAK PK Pakistan|Pakistán|Paquistão|باكستان|پاکستان
PAN PA Panama|Panamá|بنما
PCN PN Pitcairn|Pitcairn Islands|Pitcairninseln|Îles Pitcairn|Ilhas Pitcairn|جزر بيتكيرن
PER PE Peru|Pérou|Perú|بيرو
PHL PH Philippines|Philippinen|Filipinas|الفلبين
PLW PW Palau|Palaos|بالاو
PNG PG Papua New Guinea|Papua-Neuguinea|Papouasie-Nouvelle-Guinée|Papua Nueva Guinea|Papua-Nova Guiné|بابوا غينيا الجديدة
POL PL Poland|Polen|Pologne|Polonia|Polónia|بولندا|Polska
PRI PR Puerto Rico|Porto Rico|بورتوريكو
PRK KP North Korea|Nordkorea|Corée du Nord|República Popular Democrática de Corea|Coreia do Norte|كوريا الشمالية|북한
PRT PT Portugal|البرتغال
PRY PY Paraguay|Paraguai|باراغواي
PSE PS State of Palestine|Palestine|Staat Palästina|Palestina|Territórios palestinos|فلسطين
PYF PF French Polynesia|Französisch-Polynesien|Polynésie française|Polinesia Francesa|Polinésia Francesa|بولينزيا الفرنسية
QAT QA Qatar|Katar|Catar|قطر
REU RE Reunion|Réunion|Reunión|Reunião|لا ريونيون
ROU RO Romania|Rumänien|Roumanie|Rumanía|Roménia|رومانيا|România
RUS RU Russian Federation|Russia|Russische Föderation|Russland|Russie|Rusia|Rússia|روسيا|Российская Федерация|Россия
RWA RW Rwanda|Ruanda|رواندا
SAU SA Saudi Arabia|Saudi-Arabien|Arabie Saoudite|Arabia Saudita|Arábia Saudita|السعودية
SDN SD Sudan|Soudan|Sudán|Sudão|السودان
SEN SN Senegal|Sénégal|السنغال
SGP SG Singapore|Singapur|Singapour|Singapura|سنغافورة|சிங்கப்பூர்|新加坡
SGS GS South Georgia and the South Sandwich Islands|Südgeorgien und die Südlichen Sandwichinseln|Géorgie du Sud-et-les Îles Sandwich du Sud|Georgia del Sur y las Islas Sandwich del Sur|Geórgia do Sul e Ilhas Sandwich do Sul|جورجيا الجنوبية وجزر ساندويتش الجنوبية
SHN SH Saint Helena|St. Helena|Sainte-Hélène|Santa Helena, Ascensión y Tristán de Acuña|Santa Helena|سانت هيلينا وأسينشين وتريستان دا كونا
SJM SJ Svalbard and Jan Mayen|Svalbard und Jan Mayen|Svalbard et Île Jan Mayen|Svalbard y Jan Mayen|Svalbard e Jan Mayen|سفالبارد ويان ماين|Svalbard og Jan Mayen
SLB SB Solomon Islands|Salomonen|Îles Salomon|Islas Salomón|Ilhas Salomão|جزر سليمان
SLE SL Sierra Leone|Sierra Leona|Serra Leoa|سيراليون
SLV SV El Salvador|السلفادور
SMR SM San Marino|Saint-Marin|سان مارينو
SOM SO Somalia|Somalie|Somália|الصومال|Soomaaliya
SPM PM Saint Pierre and Miquelon|Saint-Pierre und Miquelon|Saint-Pierre-et-Miquelon|San Pedro y Miquelón|Saint Pierre e Miquelon|سان بيير وميكلون
SRB RS Serbia|Serbien|Serbie|Sérvia|صربيا|Србија
SSD SS South Sudan|Südsudan|Soudan du Sud|Sudán del Sur|Sudão do Sul|جنوب السودان
STP ST Sao Tome and Principe|São Tomé und Príncipe|São Tomé-et-Principe|Santo Tomé y Príncipe|São Tomé e Príncipe|ساو تومي وبرينسيب
SUR SR Suriname|سورينام|Republiek Suriname
SVK SK Slovakia|Slowakei|Slovaquie|Eslovaquia|Eslováquia|سلوفاكيا|Slovensko
SVN SI Slovenia|Slowenien|Slovénie|Eslovenia|Eslovénia|سلوفينيا|Slovenija
SWE SE Sweden|Schweden|Suède|Suecia|Suécia|السويد|Sverige
SWZ SZ Eswatini|Royaume d'Eswatini|Esuatini|Essuatíni|سوازيلاند
SXM SX Sint Maarten (Dutch part)|Sint Maarten|Saint-Martin (partie néerlandaise)|Sint Maarten (neerlandesa)|São Martinho|سانت مارتن (الجزء الهولندي)|Sint-Maarten|Sint Maarten (Nederlands deel)|Land Sint Maarten
SYC SC Seychelles|Seychellen|سيشل
SYR SY Syrian Arab Republic|Syrien, Arabische Republik|Syrie|República Árabe Siria|Síria|سوريا
TCA TC Turks and Caicos Islands|Turks- und Caicosinseln|Îles Turques-et-Caïques|Islas Turcas y Caicos|Ilhas Turcas e Caicos|جزر توركس وكايكوس
TCD TD Chad|Tschad|Tchad|Chade|تشاد
TGO TG Togo|توغو
THA TH Thailand|Thaïlande|Tailandia|Tailândia|تايلاند|ไทย
TJK TJ Tajikistan|Tadschikistan|Tadjikistan|Tayikistán|Tajiquistão|طاجيكستان|Таджикистан|Тоҷикистон
TKL TK Tokelau|توكيلاو
TKM TM Turkmenistan|Turkménistan|Turkmenistán|Turquemenistão|تركمانستان|Türkmenistan
TLS TL Timor-Leste|Osttimor|تيمور الشرقية
TON TO Tonga|تونغا
TTO TT Trinidad and Tobago|Trinidad und Tobago|Trinité-et-Tobago|Trinidad y Tobago|Trindade e Tobago|ترينيداد وتوباغو
TUN TN Tunisia|Tunesien|Tunisie|Túnez|Tunísia|تونس
TUR TR Türkiye|Turkey|Türkei|Turquie|Turquía|Turquia|تركيا
TUV TV Tuvalu|توفالو
TWN TW Taiwan, Province of China|Taiwan|Taïwan|Taiwán|تايوان|中国台湾省
TZA TZ United Republic of Tanzania|Tanzania|Tansania, Vereinigte Republik|Tansania|République unie de Tanzanie|Tanzânia|تانزانيا|Tanzania, Jamhuri ya Muungano
UGA UG Uganda|Ouganda|أوغندا
UKR UA Ukraine|Ucrania|Ucrânia|أوكرانيا|Україна
UMI UM United States Minor Outlying Islands|Îles mineures éloignées des États-Unis|Islas Ultramarinas Menores de los Estados Unidos|Ilhas Distantes dos EUA|جزر الولايات المتحدة
URY UY Uruguay|Uruguai|الأوروغواي
USA US United States of America|United States|USA|U.S.A.|US|U.S.|Vereinigte Staaten von Amerika|Vereinigte Staaten|États-Unis d'Amérique|Estados Unidos|Estados Unidos da América|الولايات المتحدة
UZB UZ Uzbekistan|Usbekistan|Ouzbékistan|Uzbekistán|Uzbequistão|أوزبكستان|Oʻzbekiston
VAT VA Holy See (Vatican City State)|Vatikanstadt|Saint-Siège (Vatican)|Santa Sede|Santa Sé|الفاتيكان|Città del Vaticano
VCT VC Saint Vincent and the Grenadines|St. Vincent und die Grenadinen|Saint-Vincent-et-les-Grenadines|San Vicente y las Granadinas|São Vicente e Granadinas|سانت فينسنت والغرينادين
VEN VE Venezuela|فنزويلا
VGB VG Virgin Islands, British|Britische Jungferninseln|Îles vierges britanniques|Islas Vírgenes británicas|Ilhas Virgens Britânicas|جزر العذراء البريطانية
VIR VI Virgin Islands, U.S.|Amerikanische Jungferninseln|Îles vierges américaines|Islas Vírgenes de los Estados Unidos|Ilhas Virgens Americanas|جزر العذراء الأمريكية
VNM VN Vietnam|Vietname|فيتنام|Việt Nam
VUT VU Vanuatu|فانواتو
WLF WF Wallis and Futuna|Wallis und Futuna|Wallis-et-Futuna|Wallis y Futuna|Wallis e Futuna|والس وفوتونا
WSM WS Samoa|ساموا
XKK XK Kosovo|كوسوفو|Kosovë|Косово
YEM YE Yemen|Jemen|Yémen|Iémen|اليمن
ZAF ZA South Africa|Südafrika|Afrique du Sud|Sudáfrica|África do Sul|جنوب أفريقيا|Suid-Afrika
ZMB ZM Zambia|Sambia|Zambie|Zâmbia|زامبيا
ZWE ZW Zimbabwe|Simbabwe|Zimbabue|Zimbábue|زيمبابوي
`;
