/** A name as an MRZ has it, and as its bearer, a form or the print of the document may spell its two parts. */
export type EverydayName = {
  readonly state: string;
  readonly mrz: string;
  readonly last: readonly string[];
  readonly given: readonly string[];
};

const named = (state: string, mrz: string, last: string, given: string): EverydayName => ({
  state,
  mrz,
  last: last.split('|'),
  given: given.split('|'),
});

/** Everyday Chinese, Korean and Vietnamese names, whose given names are written as one word, two, or with a hyphen. */
export const everydayNames: readonly EverydayName[] = [
  named('CHN', 'LI<<XIAOMING', 'Li', 'Xiaoming|Xiao Ming|Xiao-Ming'),
  named('CHN', 'WANG<<XIUYING', 'Wang', 'Xiuying|Xiu Ying|Xiu-ying'),
  named('CHN', 'ZHANG<<JIANGUO', 'Zhang', 'Jianguo|Jian Guo|Jian-Guo'),
  named('CHN', 'LIU<<XIAOHUA', 'Liu', 'Xiaohua|Xiao Hua|Xiao-hua'),
  named('CHN', 'CHEN<<LIAN', 'Chen', "Li'an|Li’an|Li An|Lian"),
  named('CHN', 'YANG<<GUOQIANG', 'Yang', 'Guoqiang|Guo Qiang|Guo-Qiang'),
  named('CHN', 'LI<<LINA', 'Li', 'Lina|Li Na|Li-Na'),
  named('CHN', 'OUYANG<<NANA', 'Ouyang|Ou Yang|Ou-Yang', 'Nana|Na Na|Na-na'),
  named('CHN', 'LYU<<YIFEI', 'Lü|Lv|Lyu', 'Yifei|Yi Fei|Yi-Fei'),
  named('TWN', 'CHEN<<MEI<LING', 'Chen', 'Mei-Ling|Meiling|Mei Ling'),
  named('TWN', 'LIN<<CHIH<HAO', 'Lin', 'Chih-Hao|Chihhao|Chih Hao'),
  named('TWN', 'TSAI<<YI<CHUN', 'Tsai', 'Yi-chun|Yichun|Yi Chun'),
  named('HKG', 'CHAN<<TAI<MAN', 'Chan', 'Tai Man|Tai-Man|Taiman'),
  named('HKG', 'WONG<<KA<YAN', 'Wong', 'Ka Yan|Ka-yan|Kayan'),
  named('KOR', 'KIM<<MINSU', 'Kim', 'Minsu|Min-su|Min Su'),
  named('KOR', 'KIM<<MIN<SU', 'Kim', 'Minsu|Min-su|Min Su'),
  named('KOR', 'PARK<<JIHOON', 'Park', 'Jihoon|Ji-hoon|Ji Hoon'),
  named('KOR', 'LEE<<SEOYEON', 'Lee', 'Seoyeon|Seo-yeon|Seo Yeon'),
  named('KOR', 'CHOI<<YOUNG<HO', 'Choi', 'Young Ho|Young-ho|Youngho'),
  named('KOR', 'JUNG<<EUNJI', 'Jung', 'Eunji|Eun-ji|Eun Ji'),
  named('KOR', 'HAN<<SOO<JIN', 'Han', 'Soo Jin|Soo-jin|Soojin'),
  named('KOR', 'HONG<<GILDONG', 'Hong', 'Gildong|Gil-dong|Gil Dong'),
  named('KOR', 'NAMGUNG<<MINHO', 'Namgung|Nam-gung|Nam Gung', 'Minho|Min-ho|Min Ho'),
  named('VNM', 'NGUYEN<<THI<MINH<KHAI', 'Nguyễn|Nguyen', 'Thị Minh Khai|Thi Minh Khai|Thi Minh-Khai'),
  named('VNM', 'TRAN<<VAN<ANH', 'Trần|Tran', 'Văn Anh|Van Anh|Van-Anh'),
  named('VNM', 'LE<<THI<HONG<NHUNG', 'Lê|Le', 'Thị Hồng Nhung|Thi Hong Nhung|Thi-Hong Nhung'),
];

/** Every way to write the full name: either part first. */
export const fullNamesOf = ({ given, last }: EverydayName): readonly string[] =>
  last.flatMap((family) => given.flatMap((name) => [`${family} ${name}`, `${name} ${family}`, `${family}, ${name}`]));
