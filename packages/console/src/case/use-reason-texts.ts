import { useEffect, useState } from 'react';
import { useConsole } from '../state/index.ts';
import { loadReasons, type ReasonTexts } from '../texts/index.ts';

/** The sentences about reasons in the language of the page; `null` before they are loaded, and for English. */
export const useReasonTexts = (): ReasonTexts | null => {
  const { language } = useConsole();
  const [texts, setTexts] = useState<ReasonTexts | null>(null);
  useEffect(() => {
    let isWanted = true;
    setTexts(null);
    void loadReasons(language).then((loaded) => {
      if (isWanted) setTexts(loaded);
    });
    return () => {
      isWanted = false;
    };
  }, [language]);
  return texts;
};
