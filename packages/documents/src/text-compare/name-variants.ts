/**
 * Spellings of one Arabic name in Latin script, as the English Wikipedia lists them in the article on each name:
 * Muhammad (name), Ahmad, Hussein, Hassan (given name), Yusuf, Abdullah (name), Mustafa, Fatima (given name) and Aisha
 * (given name). The bearer chooses a spelling, and two of their documents may have two. Diminutives, abbreviations and
 * names of the same root, such as Mahmud, are other names.
 */
const variants = `
MUHAMMAD MUHAMMED MUHAMAD MUHAMED MUHAMMET MUHAMET MOHAMMAD MOHAMMED MOHAMAD MOHAMED MAHAMMAD MAHAMMED MAHAMED MEHMED MEHMET
AHMAD AHMED AHMET AHMAT ACHMAD ACHMED ACHMET ACHMAT
HUSSEIN HUSSAIN HUSSAYN HUSSEYN HUSEIN HUSAIN HUSAYN HUSEYN HUSEYIN HUSSEYIN HUSAYIN HOSSEIN HOSSAIN HOSEIN HOUSSEIN
HASSAN HASAN
YUSUF YUSEF YUSSUF YOUSUF YOUSEF YOUSIF YOUSSEF YOUSSIF YOUSSOUF
ABDULLAH ABDALLAH ABDULLA ABDALLA ABDELLAH ABDOLLAH
MUSTAFA MUSTAPHA MOSTAFA MOUSTAFA MOUSTAPHA
FATIMA FATIMAH FATMA FATEMA FATEMEH
AISHA AISHAH AYESHA AICHA
`;

const groupOf: ReadonlyMap<string, number> = new Map(
  variants
    .trim()
    .split('\n')
    .flatMap((line, group) => line.split(' ').map((spelling) => [spelling, group] as const)),
);

/** Whether two words in capitals A to Z are different spellings of one name in the table, or the same one. */
export const areVariants = (one: string, other: string): boolean => {
  const group = groupOf.get(one);
  return group !== undefined && group === groupOf.get(other);
};
