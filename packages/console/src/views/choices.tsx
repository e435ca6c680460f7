import { type MantineColorScheme, NativeSelect, useMantineColorScheme } from '@mantine/core';
import { useConsole } from '../state/index.ts';
import { type Language, languageNames, languages } from '../texts/index.ts';

const schemes: readonly MantineColorScheme[] = ['auto', 'light', 'dark'];

type Props = {
  readonly chooseLanguage: (language: Language) => void;
  /** In the header the labels are for screen readers alone. */
  readonly size: 'xs' | 'sm';
};

/** The colours and the language. */
export const Choices = ({ chooseLanguage, size }: Props) => {
  const { language, say } = useConsole();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const named = (label: string) => (size === 'xs' ? { 'aria-label': label } : { label });
  return (
    <>
      <NativeSelect
        {...named(say('scheme_label'))}
        size={size}
        value={colorScheme}
        onChange={({ currentTarget }) =>
          setColorScheme(schemes.find((scheme) => scheme === currentTarget.value) ?? 'auto')
        }
        data={schemes.map((scheme) => ({ value: scheme, label: say(`scheme_${scheme}`) }))}
      />
      <NativeSelect
        {...named(say('language_label'))}
        size={size}
        value={language}
        onChange={({ currentTarget }) => chooseLanguage(languages.find((one) => one === currentTarget.value) ?? 'en')}
        data={languages.map((one) => ({ value: one, label: languageNames[one] }))}
      />
    </>
  );
};
